import type { Message, Trust } from '../types.ts';
import { contentWords } from './content-words.ts';
import { linesOf } from './rules/sentences.ts';
import { isQuestion } from './rules/statement-filters.ts';
import { unquotedText } from './rules/unquoted-text.ts';
import { callsOf, isFromMemory, isFromUser } from './speaker.ts';

/**
 * Who vouches for a statement, from the messages that it is said to be taken from. The user does when one of hers is among them;
 * but not by a question, which says nothing, and not for what she never spoke of when a tool did: an output that tells the
 * agent to remember something cannot borrow her voice. `isOwnWords`: she named it herself, and did not merely agree. What the
 * agent's own memory returned vouches for nothing.
 */
export function voucherOf(
  content: string,
  cited: Message[],
  messages: Message[],
): { trust: Trust; isOwnWords: boolean } {
  const calls = callsOf(messages);
  const byUser = cited.filter((message) => isFromUser(message) && !onlyAsks(message));
  const byTool = cited.filter((message) => message.role === 'tool' && !isFromMemory(message, calls));
  const isOwnWords = byUser.some((message) => speaksOf(message, content));
  const isAgreed = byUser.length > 0 && byTool.length === 0;
  if (isOwnWords || isAgreed) return { trust: 'user', isOwnWords };
  // the call that led to an output says nothing of what stands in it
  const isRepeated = cited.some((message) => message.role === 'assistant' && speaksOf(message, content));
  return { trust: byTool.length > 0 && !isRepeated ? 'tool' : 'agent', isOwnWords };
}

function onlyAsks({ content }: Message): boolean {
  const sentences = linesOf(unquotedText(content)).flatMap((line) => line.sentences);
  return sentences.length > 0 && sentences.every(isQuestion);
}

function speaksOf(message: Message, content: string): boolean {
  const said = contentWords(message.content);
  return contentWords(content).some((word) => said.some((other) => areForms(word, other)));
}

/** Letters that two forms of a word share at least, and their share of the longer: "apologise", "apologising". */
const leastStem = 6;
const stemShare = 0.6;

function areForms(one: string, other: string): boolean {
  if (one === other) return true;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= leastStem && shared >= stemShare * Math.max(one.length, other.length);
}
