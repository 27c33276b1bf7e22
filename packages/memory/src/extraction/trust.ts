import { saidSentences } from '../text/said-sentences.ts';
import { readStatement, shareSaid, type Statement } from '../text/statement-overlap.ts';
import { otherSpeaker, type Message } from '../store/messages.ts';
import type { Trust } from '../types.ts';
import { adds, denies, isDoubtful, most, part, says, userWords, whole, type UserWords } from './own-words.ts';
import { isRememberThat } from './rules/explicit-statements.ts';
import { outputsOf } from './speaker.ts';
import { onlyInTools, toolOverlap } from './tool-overlap.ts';

export type Trusted = {
  trust: Trust;
  /** The user said it themselves. */
  isOwnWords: boolean;
};

/**
 * Derives who a statement comes from, by the roles of the messages that it cites. The first row that applies decides:
 *
 * | cited | trust | own words |
 * |---|---|---|
 * | a user message that says it, or what it adds to a known statement | user | yes |
 * | a user message that says part of it, and no tool says it | user | no |
 * | a message of another person that says part of it | other | no |
 * | a tool's output, and neither a message of the agent nor what it gave to a tool says it | tool | no |
 * | anything else | agent | no |
 *
 * A user message says a statement if it contains most of its words, does not deny it, and there is no doubt that it is meant
 * so (see `isDoubtful`). If a tool's output says it, too, the message needs as many of its words as the output, and all of its figures
 * and paths that are in the output. Questions, quotations and pasted text say nothing. Results of memory tools are no outputs.
 *
 * `known`: statements that it may change.
 */
export function trustOf(
  content: string,
  cited: Message[],
  messages: Message[],
  known: string[] = [],
): Trusted {
  const statement = readStatement(content);
  const outputs = outputsOf(messages);
  const inTools = toolOverlap(statement, outputs);
  const byTool = cited.some((message) => outputs.includes(message));
  const fromUser = userWords(cited, messages);
  const byUser = fromUser.filter(({ text }) => !denies(text, content, statement));
  const changed = known.filter((text) => shareSaid(text, statement) >= part);
  const isOwn = byUser.some(
    (words) =>
      (says(words, statement, inTools, byTool ? whole : most) && !isDoubtful(words, content, statement)) ||
      [...saidSentences(words.reply), ...changed].some((text) => adds(words, content, text, inTools)),
  );
  if (isOwn) return { trust: 'user', isOwnWords: true };
  const isPartly = byUser.some(
    (words) => shareSaid(words.text, statement) >= part && !isDoubtful(words, content, statement),
  );
  if (isPartly && !byTool && inTools.share < whole) return { trust: 'user', isOwnWords: false };
  const byOther = cited.some(
    (message) => otherSpeaker(message) !== null && shareSaid(message.content, statement) >= part,
  );
  if (byOther && inTools.share < whole) return { trust: 'other', isOwnWords: false };
  // what the agent wrote with a tool is its own; what it asked of one says nothing about the output
  const isElsewhere = inTools.share >= most;
  const byAgent = cited.some(
    (message) =>
      (message.role === 'assistant' && shareSaid(message.content, statement) >= most) ||
      (!isElsewhere && shareSaid(writtenBy(message, messages), statement) >= whole),
  );
  return { trust: byTool && !byAgent ? 'tool' : 'agent', isOwnWords: false };
}

/** The arguments of a message's calls, or of the call that it is the result of. */
function writtenBy({ toolCalls, toolCallId }: Message, messages: Message[]): string {
  const calls =
    toolCallId === null
      ? toolCalls
      : messages.flatMap((message) => message.toolCalls.filter(({ id }) => id === toolCallId));
  return calls.map(({ arguments: text }) => text.replaceAll(/\\[nrt]/gu, ' ')).join('\n');
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
  const fromUser = userWords(messages, messages).filter(({ text }) => text !== '');
  const numbers = [...fromUser.map(({ message }) => message), ...outputsOf(messages)].map(
    ({ number }) => number,
  );
  return new Set(numbers);
}

/** Whether it is "Remember that." after the agent had just said the statement. */
const asksToKeep = ({ message, reply }: UserWords, statement: Statement): boolean =>
  saidSentences(message.content).some(isRememberThat) && shareSaid(reply, statement) >= whole;
