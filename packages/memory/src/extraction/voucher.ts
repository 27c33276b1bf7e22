import type { Message, Trust } from '../types.ts';
import { saysContrary } from './contrary.ts';
import { heardOf, onlyHeard, type Heard } from './heard.ts';
import { putsRight } from './puts-right.ts';
import { isBackReference } from './rules/explicit-triggers.ts';
import { findExplicitStatements } from './rules/find-explicit-statements.ts';
import { linesOf } from '../text/sentences.ts';
import { isQuestion } from './rules/statement-filters.ts';
import { unquotedText } from './rules/unquoted-text.ts';
import { callsOf, isFromMemory, isFromUser } from './speaker.ts';
import { isNegated, readStatement, saidIn, shareSaid, type Statement } from '../text/statement-overlap.ts';

/** How much of a statement somebody says who speaks of it, who means it, and who says it as good as whole. */
const part = 1 / 3;
const most = 1 / 2;
const whole = 2 / 3;
/** Characters of a message that somebody typed; what is longer was pasted. */
const longestMessage = 8_000;

export type Voucher = {
  trust: Trust;
  /** The user said it herself, and did not merely agree. */
  isOwnWords: boolean;
};

/**
 * Who vouches for a statement, from the messages that it is said to be taken from. The user does when one of hers says most of it; where a
 * tool says it as well, hers has to say as good as all of it, no less than the tool does, every figure and path, and the
 * same of yes and no: an output cannot borrow her voice by sharing words with her. Of what the agent had just said and she put right,
 * she has to say what is new. What she speaks of in part, or agreed to when the agent had just said it, is hers, but not in her own
 * words, unless it came from a tool. A message that says the opposite vouches for nothing. A question says nothing. What the agent's own memory returned vouches for nothing.
 */
export function voucherOf(content: string, cited: Message[], messages: Message[]): Voucher {
  const statement = readStatement(content);
  const outputs = outputsOf(messages);
  const heard = heardOf(statement, outputs);
  const byTool = cited.filter((message) => outputs.includes(message));
  const byUser = cited.filter(
    (message) =>
      isFromUser(message) && saysOf(message) !== '' && !saysContrary(saysOf(message), content, statement),
  );
  const least = byTool.length > 0 ? whole : most;
  const isOwnWords = byUser.some((message) => says(message, statement, heard, { least, messages }));
  const isAgreed =
    byTool.length === 0 &&
    heard.share < whole &&
    byUser.some((message) => speaksOf(message, statement, messages[messages.indexOf(message) - 1]));
  if (isOwnWords || isAgreed) return { trust: 'user', isOwnWords };
  // the call that led to an output says nothing of what stands in it
  const isRepeated = cited.some(
    ({ role, content: text }) => role === 'assistant' && shareSaid(text, statement) >= most,
  );
  return { trust: byTool.length > 0 && !isRepeated ? 'tool' : 'agent', isOwnWords };
}

/**
 * Who vouches for what the agent keeps of its own accord, from all messages of its session, and by which of them. The user
 * only when one of her messages says it, or asks to remember what the agent had just said; a tool when the words are in what it returned.
 */
export function voucherOfKept(content: string, messages: Message[]): Voucher & { message: Message | null } {
  const statement = readStatement(content);
  const heard = heardOf(statement, outputsOf(messages));
  const stated = messages.findLast(
    (message, index) =>
      isFromUser(message) &&
      !saysContrary(saysOf(message), content, statement) &&
      (says(message, statement, heard, { least: whole, messages }) ||
        asksToKeep(message, messages[index - 1], statement)),
  );
  if (stated) return { trust: 'user', isOwnWords: true, message: stated };
  const herWords = messages.filter(isFromUser).map(saysOf).join('\n');
  const isFromTool = heard.share >= whole || onlyHeard(heard, herWords).length > 0;
  return { trust: isFromTool ? 'tool' : 'agent', isOwnWords: false, message: heard.message };
}

function says(
  message: Message,
  statement: Statement,
  heard: Heard,
  { least, messages }: { least: number; messages: Message[] },
): boolean {
  const text = saysOf(message);
  const asSaid = withoutResolvedDates(statement, messages);
  const { words } = asSaid;
  if (putsRight(text, messages[messages.indexOf(message) - 1], asSaid, heard)) return true;
  const said = saidIn(text, words);
  const share = words.length === 0 ? 0 : said.length / words.length;
  if (heard.share < most) return share >= least && onlyHeard(heard, text).length === 0;
  return (
    share >= whole &&
    share >= heard.share &&
    onlyHeard(heard, text).length === 0 &&
    hasSamePolarity(text, statement)
  );
}

/** What a message of the user says in her own words: no question, no quotation, nothing that was pasted. */
function saysOf({ content }: Message): string {
  if (content.length > longestMessage) return '';
  const sentences = linesOf(unquotedText(content))
    .flatMap((line) => line.sentences)
    .filter((sentence) => !isQuestion(sentence));
  // "can you remember that …?" asks for it
  const requested = findExplicitStatements(content).map((found) => found.content);
  return [...sentences, ...requested].join('\n');
}

/** She says a part of it, or answers the agent, who had just said most of it. */
function speaksOf(message: Message, statement: Statement, before: Message | undefined): boolean {
  const isAnswer = before?.role === 'assistant' && shareSaid(before.content, statement) >= most;
  return isAnswer || shareSaid(saysOf(message), statement) >= part;
}

/** "Remember that." behind what the agent had just said. */
function asksToKeep(message: Message, before: Message | undefined, statement: Statement): boolean {
  return (
    before?.role === 'assistant' &&
    linesOf(unquotedText(message.content))
      .flatMap((line) => line.sentences)
      .some(isBackReference) &&
    shareSaid(before.content, statement) >= whole
  );
}

/** She speaks of it in one sentence at least that is negated as the statement is. */
function hasSamePolarity(text: string, statement: Statement): boolean {
  const about = text.split('\n').filter((sentence) => saidIn(sentence, statement.words).length > 0);
  return about.some((sentence) => isNegated(sentence) === statement.isNegated);
}

/** "Yesterday" became a date that nobody said: it takes nothing from who said the rest. */
function withoutResolvedDates(statement: Statement, messages: Message[]): Statement {
  const isResolved = (word: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(word) && !messages.some(({ content }) => content.includes(word));
  return { ...statement, words: statement.words.filter((word) => !isResolved(word)) };
}

function outputsOf(messages: Message[]): Message[] {
  const calls = callsOf(messages);
  return messages.filter((message) => message.role === 'tool' && !isFromMemory(message, calls));
}
