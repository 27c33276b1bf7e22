import { isNegated, readStatement, saidIn, shareSaid, type Statement } from '../text/statement-overlap.ts';
import type { Message } from '../store/messages.ts';
import type { Trust } from '../types.ts';
import { findExplicitStatements, isRememberThat } from './rules/explicit-statements.ts';
import { isQuestion, saidSentences } from '../text/said-sentences.ts';
import { isCorrecting } from './rules/user-statements.ts';
import { callsOf, isFromMemory, isFromUser, longestMessage } from './speaker.ts';
import { onlyInTools, toolOverlap, type ToolOverlap } from './tool-overlap.ts';

/**
 * The share of a statement's words that a message contains if it is about the statement, if it says it, and if it
 * says nearly all of it.
 */
const part = 1 / 3;
const most = 1 / 2;
const whole = 2 / 3;
/** "Don't forget to …" and "not only" are no denials. */
const noDenial =
  /(?:do not|don['’]?t|never) forget|not only|vergiss (?:bitte )?nicht|nicht nur|อย่าลืม|ไม่เพียง/giu;
const dislike = /(?<!\p{L})(?:dislikes?|hates?|hasse|hasst)(?!\p{L})|เกลียด/iu;
/** Separates statements about different things: "8081, not 8080". Thai uses spaces for that. */
const joint = /[,;:]\s+|\s(?:but|and|instead of|sondern|aber|und|statt)\s|\s(?=\p{sc=Thai})/iu;

export type Trusted = {
  trust: Trust;
  /** The user said it themselves, rather than only agreeing. */
  isOwnWords: boolean;
};

/**
 * Derives who a statement comes from, by the roles of the messages that it cites. The first row that applies decides:
 *
 * | cited | trust | own words |
 * |---|---|---|
 * | a user message that says it | user | yes |
 * | a user message that says part of it, or answers the agent who had just said it, and no tool says it | user | no |
 * | a tool's output, and no message of the agent says it | tool | no |
 * | anything else | agent | no |
 *
 * A user message says a statement if it contains most of its words and does not deny it. If a tool's output says it, too,
 * the message needs as many of its words as the output, and all of its figures and paths that are in the output. Questions,
 * quotations and pasted text say nothing. Results of memory tools are no outputs.
 */
export function trustOf(content: string, cited: Message[], messages: Message[]): Trusted {
  const statement = readStatement(content);
  const outputs = outputsOf(messages);
  const inTools = toolOverlap(statement, outputs);
  const byTool = cited.some((message) => outputs.includes(message));
  const byUser = userWords(cited, messages).filter(({ text }) => !denies(text, content, statement));
  if (byUser.some((words) => says(words, statement, inTools, byTool ? whole : most))) {
    return { trust: 'user', isOwnWords: true };
  }
  const isAgreed = byUser.some((words) => agrees(words, statement));
  if (isAgreed && !byTool && inTools.share < whole) return { trust: 'user', isOwnWords: false };
  // a call says nothing about its output
  const byAgent = cited.some(
    ({ role, content: text }) => role === 'assistant' && shareSaid(text, statement) >= most,
  );
  return { trust: byTool && !byAgent ? 'tool' : 'agent', isOwnWords: false };
}

/**
 * Derives who a statement that the agent keeps on its own comes from, and in which message it is, from all
 * messages of its session: the user only if a message of theirs says it, or asks to remember what the agent had just
 * said; a tool if its output says it.
 */
export function trustOfKept(content: string, messages: Message[]): Trusted & { message: Message | null } {
  const statement = readStatement(content);
  const inTools = toolOverlap(statement, outputsOf(messages));
  const fromUser = userWords(messages, messages);
  const stated = fromUser.findLast(
    (words) =>
      !denies(words.text, content, statement) &&
      (says(words, statement, inTools, whole) || asksToKeep(words, statement)),
  );
  if (stated) return { trust: 'user', isOwnWords: true, message: stated.message };
  const userText = fromUser.map(({ text }) => text).join('\n');
  const isFromTool = inTools.share >= whole || onlyInTools(inTools, userText).length > 0;
  return { trust: isFromTool ? 'tool' : 'agent', isOwnWords: false, message: inTools.message };
}

/**
 * Returns the numbers of the messages whose content the agent cannot know from its memory: the user's, except mere
 * questions, and tool outputs, except those of memory tools.
 */
export function saidByOthers(messages: Message[]): Set<number> {
  const fromUser = messages.filter((message) => isFromUser(message) && ownWords(message) !== '');
  return new Set([...fromUser, ...outputsOf(messages)].map(({ number }) => number));
}

/** `text`: the user's own words in a message. `reply`: the agent's message directly before it; '' if there is none. */
type UserWords = { message: Message; text: string; reply: string };

function userWords(some: Message[], all: Message[]): UserWords[] {
  return some.filter(isFromUser).map((message) => {
    const before = all[all.indexOf(message) - 1];
    return { message, text: ownWords(message), reply: before?.role === 'assistant' ? before.content : '' };
  });
}

/** Returns a message's text without questions, quotations and pasted text. */
function ownWords({ content }: Message): string {
  if (content.length > longestMessage) return '';
  const sentences = saidSentences(content).filter((sentence) => !isQuestion(sentence));
  // "can you remember that …?" is a request
  const requested = findExplicitStatements(content).map((found) => found.content);
  return [...sentences, ...requested].join('\n');
}

function says(words: UserWords, statement: Statement, inTools: ToolOverlap, least: number): boolean {
  if (onlyInTools(inTools, words.text).length > 0) return false;
  const needed = inTools.share < most ? least : Math.max(whole, inTools.share);
  return shareSaid(words.text, statement) >= needed || putsRight(words, statement, inTools);
}

/**
 * Whether the user corrects a sentence of the reply, as in "Staging runs on port 5432." – "That's outdated, we moved
 * it to 5440." The user's text must contain everything in the statement that the corrected sentence does not; if a
 * tool says it, too, that must include a figure or path.
 */
function putsRight({ text, reply }: UserWords, statement: Statement, inTools: ToolOverlap): boolean {
  if (!text.split('\n').some(isCorrecting)) return false;
  return saidSentences(reply).some((sentence) => {
    const kept = saidIn(sentence, statement.words);
    const added = statement.words.filter((word) => !kept.includes(word));
    return (
      kept.length > 0 &&
      isNegated(sentence) === statement.isNegated &&
      added.some((word) => inTools.share < most || statement.values.includes(word)) &&
      saidIn(text, added).length === added.length
    );
  });
}

/** Whether the user says part of it, or answers the agent, who had just said most of it. */
const agrees = ({ text, reply }: UserWords, statement: Statement): boolean =>
  shareSaid(text, statement) >= part || (text !== '' && shareSaid(reply, statement) >= most);

/** Whether it is "Remember that." after the agent had just said the statement. */
const asksToKeep = ({ message, reply }: UserWords, statement: Statement): boolean =>
  saidSentences(message.content).some(isRememberThat) && shareSaid(reply, statement) >= whole;

/**
 * Whether each clause of a text about the statement is negated where the statement's own clause is not, or the other
 * way round: "in Postgres, not in Redis" does not deny "we moved to Postgres".
 */
function denies(text: string, content: string, { words }: Statement): boolean {
  const clauses = text
    .split('\n')
    .filter((sentence) => saidIn(sentence, words).length >= whole * words.length)
    .flatMap((sentence) => sentence.split(joint))
    .filter((clause) => saidIn(clause, words).length > 0);
  const own = content.split(joint);
  return clauses.length > 0 && clauses.every((clause) => isDenial(clause) !== isDenial(closest(clause, own)));
}

/** Returns the clause that shares the most words with a clause; the first of several. */
function closest(clause: string, clauses: string[]): string {
  const shared = clauses.map((one) => saidIn(clause, readStatement(one).words).length);
  return clauses[shared.indexOf(Math.max(...shared))] ?? '';
}

function isDenial(text: string): boolean {
  const plain = text.replaceAll(noDenial, ' ');
  return isNegated(plain) || dislike.test(plain);
}

function outputsOf(messages: Message[]): Message[] {
  const calls = callsOf(messages);
  return messages.filter((message) => message.role === 'tool' && !isFromMemory(message, calls));
}
