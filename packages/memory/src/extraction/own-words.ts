import { anyFits } from '../text/languages/languages.ts';
import { isJoke, isQuestion, saidSentences, withoutOpening } from '../text/said-sentences.ts';
import { isNegated, readStatement, saidIn, shareSaid, type Statement } from '../text/statement-overlap.ts';
import type { Message } from '../store/messages.ts';
import { findExplicitStatements } from './rules/explicit-statements.ts';
import { isCorrecting } from './rules/user-statements.ts';
import { isFromUser, longestMessage } from './speaker.ts';
import { onlyInTools, type ToolOverlap } from './tool-overlap.ts';

/**
 * The share of a statement's words that a message contains if it is about the statement, if it says it, and if it
 * says nearly all of it.
 */
export const part = 1 / 3;
export const most = 1 / 2;
export const whole = 2 / 3;
/** "Don't forget to …" and "not only" are no denials. */
const noDenial =
  /(?:do not|don['’]?t|never) forget|not only|vergiss (?:bitte )?nicht|nicht nur|อย่าลืม|ไม่เพียง/giu;
const dislike = /(?<!\p{L})(?:dislikes?|hates?|hasse|hasst)(?!\p{L})|เกลียด/iu;
/** Separates statements about different things: "8081, not 8080". Thai uses spaces for that. */
const joint = /[,;:]\s+|\s(?:but|and|instead of|sondern|aber|und|statt)\s|\s(?=\p{sc=Thai})/iu;
/** What somebody else said or wrote; a name in quotation marks is shorter. */
const quotation = /["“„«][^"“”„«»\n]{24,}["”“»]/gu;

/**
 * `text`: the user's own words in a message; `sentences`: these and the questions. `reply`: the agent's message directly before it; ''
 * if there is none.
 */
export type UserWords = { message: Message; text: string; sentences: string[]; reply: string };

export function userWords(some: Message[], all: Message[]): UserWords[] {
  return some.filter(isFromUser).map((message) => {
    const before = all[all.indexOf(message) - 1];
    const sentences = saidSentences(proseOf(message.content).replaceAll(quotation, '…'));
    return {
      message,
      sentences,
      text: ownWords(sentences, message),
      reply: before?.role === 'assistant' ? before.content : '',
    };
  });
}

/** Returns the sentences without questions and jokes. */
function ownWords(sentences: string[], { content }: Message): string {
  const own = sentences.filter((sentence) => !isQuestion(sentence) && !isJoke(sentence));
  // "can you remember that …?" is a request
  const requested =
    content.length > longestMessage ? [] : findExplicitStatements(content).map((found) => found.content);
  return [...own, ...requested].join('\n');
}

/** The least share of letters and spaces in a line that somebody wrote by hand, rather than in code or a log. */
const proseShare = 0.85;
/** Characters at the beginning and at the end of a long message that may be about what was pasted between them. */
const aroundPasted = 1_500;

/** Of a message that is too long to be typed, returns the lines of prose around what was pasted. */
function proseOf(content: string): string {
  if (content.length <= longestMessage) return content;
  const isProse = (line: string): boolean =>
    line.length <= aroundPasted &&
    (line.match(/[\p{L}\p{M}\s.,!?'’]/gu)?.length ?? 0) >= proseShare * line.length;
  const ends = [content.slice(0, aroundPasted), content.slice(-aroundPasted)];
  const [before = [], after = []] = ends.map((text) => text.split('\n'));
  // the last line of the one and the first of the other may be cut
  return [...before.slice(0, -1), ...after.slice(1)].filter(isProse).join('\n');
}

export function says(words: UserWords, statement: Statement, inTools: ToolOverlap, least: number): boolean {
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
    const { kept, added } = compare(statement, sentence);
    return (
      kept.length > 0 &&
      isNegated(sentence) === statement.isNegated &&
      isMoreThanTools(added, statement, inTools) &&
      saidIn(text, added).length === added.length
    );
  });
}

/**
 * Whether what a statement adds to a stored one, or to a sentence of the reply, is in the user's words: half of the added words, and
 * no doubt that the user means this thing.
 */
export function adds(words: UserWords, content: string, stored: string, inTools: ToolOverlap): boolean {
  const { text, reply } = words;
  const statement = readStatement(content);
  const { kept, added } = compare(statement, stored);
  const said = saidIn(text, added);
  // of what a tool says, too, the user has to say all that is new
  const needed = inTools.share < most ? most : 1;
  if (kept.length === 0 || said.length === 0 || said.length < needed * added.length) return false;
  const isDenied = isDenial(closest(stored, content.split(joint)));
  if (isDenied !== isDenial(stored) && !isDenial(text)) return false;
  if (!isMoreThanTools(said, statement, inTools) || onlyInTools(inTools, text).length > 0) return false;
  const known = [...statement.words, ...readStatement(`${stored}\n${reply}`).words];
  const mostForeign = isAboutUser(content) ? 0 : 1;
  return text
    .split('\n')
    .filter((sentence) => saidIn(sentence, said).length > 0)
    .every((sentence) => !isHedged(sentence) && foreignWords(sentence, said, known) <= mostForeign);
}

function compare({ words }: Statement, stored: string): { kept: string[]; added: string[] } {
  const kept = saidIn(stored, words);
  return { kept, added: words.filter((word) => !kept.includes(word)) };
}

const isMoreThanTools = (added: string[], { values }: Statement, { share }: ToolOverlap): boolean =>
  added.some((word) => share < most || values.includes(word));

/**
 * Whether a message may mean a statement, though its words do not tell: it says or asks something, and names no value that only a tool
 * returned. A refusal ("no thanks") means nothing else, but "no, forty-five" may be a correction in words of its own.
 */
export function mayMean({ text, sentences }: UserWords, statement: Statement, inTools: ToolOverlap): boolean {
  if (sentences.length === 0 || onlyInTools(inTools, sentences.join('\n')).length > 0) return false;
  const isAbout = shareSaid(sentences.join('\n'), statement) > 0;
  const isRefusal = isNegated(text) && !text.split('\n').some(isCorrecting);
  return isAbout || (text !== '' && !isRefusal);
}

/** Whether a message that has most words of a statement may say them of somebody else, only suppose them, or report them. */
export function isDoubtful({ text }: UserWords, content: string, statement: Statement): boolean {
  const sentences = text.split('\n');
  const shared = sentences.map((sentence) => saidIn(sentence, statement.words));
  const [best = []] = shared.toSorted((one, other) => other.length - one.length);
  const sentence = sentences[shared.indexOf(best)] ?? '';
  return isHedged(sentence) || (isAboutUser(content) && foreignWords(sentence, best, statement.words) > 0);
}

const isAboutUser = (content: string): boolean => anyFits(content, ({ user }) => user);

const isHedged = (sentence: string): boolean =>
  anyFits(sentence, ({ reported }) => reported) ||
  anyFits(withoutOpening(sentence), ({ supposed }) => supposed);

/**
 * Counts the content words that stand before some words in a clause of a sentence, in the clause that has most of them: the subject may be
 * another thing or person. `known` words name what is spoken of.
 */
function foreignWords(sentence: string, some: string[], known: string[]): number {
  const counts = sentence.split(joint).map((clause) => {
    const { words } = readStatement(withoutOpening(clause));
    const first = words.findIndex((word) => saidIn(word, some).length > 0);
    return words.slice(0, Math.max(0, first)).filter((word) => saidIn(known.join(' '), [word]).length === 0)
      .length;
  });
  return Math.max(...counts);
}

/**
 * Whether each clause of a text about the statement is negated where the statement's own clause is not, or the other
 * way round: "in Postgres, not in Redis" does not deny "we moved to Postgres".
 */
export function denies(text: string, content: string, { words }: Statement): boolean {
  const clauses = text
    .split('\n')
    .filter((sentence) => saidIn(sentence, words).length >= most * words.length)
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
