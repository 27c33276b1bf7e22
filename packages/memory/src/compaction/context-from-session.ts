import { withoutForgotten } from '../marks/without-marked.ts';
import type { ContextMessage } from '../ports.ts';
import { toChatMessage } from '../transcript/to-chat-message.ts';
import type { Message } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import { applySummary } from './apply-summary.ts';
import { repairPairs } from './repair-pairs.ts';

/**
 * Rebuilds the running conversation of a stored session: its summary and the messages after it. `messages` are in order of
 * number. Of those that the summary covers, only the first and the latest request and the pinned ones are kept. Forgotten
 * parts are left out. An interrupted tool call gets a result that says so, so that every model accepts it.
 */
export function contextFromSession(
  { summary, summaryThrough }: Pick<Session, 'summary' | 'summaryThrough'>,
  messages: Message[],
): ContextMessage[] {
  const repaired = repairPairs(messages.map((message) => toContextMessage(withoutForgotten(message))));
  return summary === null ? repaired : applySummary(repaired, { text: summary, through: summaryThrough });
}

function toContextMessage(message: Message): ContextMessage {
  const { number, tokens, pinned } = message;
  const stored = toChatMessage(message);
  return { message: stored, number, tokens, pinned, stored };
}
