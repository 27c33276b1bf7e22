import { sentenceParts } from '../marks/sentence-parts.ts';
import { forgottenText } from '../marks/without-marked.ts';
import type { Message } from '../store/messages.ts';
import type { Candidate } from '../types.ts';
import { callsOf, isFromMemory } from './speaker.ts';
import { createPauses } from '../text/reading-pauses.ts';
import { readStatement, saidIn } from '../text/statement-overlap.ts';

/** Of a candidate's words, in a marked sentence that it does not even name as its evidence. */
const repeatedShare = 0.8;

/**
 * Whether a candidate says what was taken from its messages before, or forgotten: a marked sentence holds more of its words than any
 * other that the user or a tool said in the messages that it is from. `messages` are those that were read, as they are stored.
 */
export async function isTakenAlready(
  { content, evidence }: Pick<Candidate, 'content' | 'evidence'>,
  messages: Message[],
): Promise<boolean> {
  if (content.includes(forgottenText)) return true;
  if (messages.every(({ marks }) => marks.length === 0)) return false;
  const { words } = readStatement(content);
  const cited = new Set(evidence.flatMap((one) => one.messages));
  const calls = callsOf(messages);
  const pause = createPauses();
  let taken = 0;
  let free = 0;
  for (const message of messages) {
    const isCited = cited.has(message.number);
    // what the agent repeats of it is no evidence of its own
    const isEvidence = isCited && message.role !== 'assistant' && !isFromMemory(message, calls);
    for (const { text, isTaken } of passagesOf(message)) {
      const said = saidIn(text, words).length;
      if (!isTaken && isEvidence) free = Math.max(free, said);
      if (isTaken && (isCited || said >= repeatedShare * words.length)) taken = Math.max(taken, said);
      await pause(text.length + 1);
    }
  }
  return taken > free;
}

/** The sentences of a message, and the arguments of its calls where all of it was taken. */
function passagesOf({ content, marks, toolCalls }: Message): { text: string; isTaken: boolean }[] {
  const isWhole = marks.some(({ part }) => part === null);
  return [
    ...sentenceParts(content).map(({ text, from, to }) => ({
      text,
      isTaken: isWhole || marks.some(({ part }) => part !== null && part.from < to && from < part.to),
    })),
    ...(isWhole ? toolCalls.map((call) => ({ text: call.arguments, isTaken: true })) : []),
  ];
}
