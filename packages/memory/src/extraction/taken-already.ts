import { sentenceParts } from '../marks/sentence-parts.ts';
import { forgottenText } from '../marks/without-marked.ts';
import type { Candidate, Message } from '../types.ts';
import { callsOf, isFromMemory } from './speaker.ts';
import { readStatement, saidIn } from '../text/statement-overlap.ts';

/** Of a candidate's words, in a marked sentence that it does not even name as its evidence. */
const repeatedShare = 0.8;

/**
 * Whether a candidate says what was taken from its messages before, or forgotten: a marked sentence holds more of its words than any
 * other that the user or a tool said in the messages that it is from. `messages` are those that were read, as they are stored.
 */
export function isTakenAlready(
  { content, evidence }: Pick<Candidate, 'content' | 'evidence'>,
  messages: Message[],
): boolean {
  if (content.includes(forgottenText)) return true;
  const marked = messages.filter((message) => message.marks.length > 0);
  if (marked.length === 0) return false;
  const { words } = readStatement(content);
  const cited = new Set(evidence.flatMap((one) => one.messages));
  const countSaid = (sentence: string) => saidIn(sentence, words).length;

  const taken = marked.flatMap((message) => {
    const counts = markedSentences(message).map(countSaid);
    return cited.has(message.number)
      ? counts
      : counts.filter((count) => count >= repeatedShare * words.length);
  });
  const calls = callsOf(messages);
  const free = messages
    .filter((message) => cited.has(message.number))
    // what the agent repeats of it is no evidence of its own
    .filter((message) => message.role !== 'assistant' && !isFromMemory(message, calls))
    .flatMap((message) => freeSentences(message).map(countSaid));
  return Math.max(0, ...taken) > Math.max(0, ...free);
}

const markedSentences = (message: Message): string[] => [
  ...sentenceParts(message.content)
    .filter((sentence) => isMarked(message, sentence))
    .map(({ text }) => text),
  ...(message.marks.some(({ part }) => part === null) ? message.toolCalls.map((call) => call.arguments) : []),
];

const freeSentences = (message: Message): string[] =>
  sentenceParts(message.content)
    .filter((sentence) => !isMarked(message, sentence))
    .map(({ text }) => text);

const isMarked = ({ marks }: Message, { from, to }: { from: number; to: number }): boolean =>
  marks.some(({ part }) => part === null || (part.from < to && from < part.to));
