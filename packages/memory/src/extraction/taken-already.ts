import { sentenceParts } from '../marks/sentence-parts.ts';
import { forgottenText } from '../marks/without-marked.ts';
import type { Message } from '../store/messages.ts';
import type { Candidate } from '../types.ts';
import { callsOf, isFromMemory } from './speaker.ts';
import { createPauses } from '../text/reading-pauses.ts';
import { readStatement, saidIn } from '../text/statement-overlap.ts';

/** The share of a candidate's words that a marked sentence must contain if the candidate does not cite its message. */
const repeatedShare = 0.8;

/**
 * Whether a candidate repeats something that was already taken from its messages, or forgotten: a marked sentence
 * contains more of its words than any unmarked sentence of the user or a tool in the messages that it cites.
 * `messages` are the messages that were read, as they are stored.
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
    // the agent only repeats what others said, so its messages are no evidence
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

/** Returns the sentences of a message, and the arguments of its calls if the whole message was taken. */
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
