import { withoutForgotten } from '../marks/without-marked.ts';
import type { ContextMessage } from '../ports.ts';
import { toChatMessage } from '../transcript/to-chat-message.ts';
import type { Message } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import { applySummary } from './apply-summary.ts';
import { interruptedResult, withMessage } from './host-messages.ts';

/**
 * Rebuilds the running conversation of a stored session: its summary and the messages after it. `messages` are in
 * order of number. Of those that the summary covers, only the first and the latest request and the pinned ones are
 * kept. Forgotten parts are left out. An interrupted tool call gets a result that says so, so that every model
 * accepts it.
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

/**
 * Gives every tool call exactly one result, directly after it, as providers require. A call without a result gets one
 * that says it was interrupted; a late result moves to its call; a result without a call becomes text of the
 * assistant (never of the user, because a tool must not speak with their authority). Pure and idempotent; returns a
 * conversation in order unchanged.
 */
export function repairPairs(messages: readonly ContextMessage[]): ContextMessage[] {
  const { resultsOf, orphans } = matchResults(messages);
  return messages.flatMap((one, index) => {
    const { message } = one;
    if (message.role === 'assistant' && message.toolCalls) {
      const results = resultsOf.get(index) ?? new Map<string, ContextMessage>();
      const missing = new Set(message.toolCalls.map((call) => call.id).filter((id) => !results.has(id)));
      return [one, ...results.values(), ...Array.from(missing, interruptedResult)];
    }
    if (message.role !== 'tool') return [one];
    return orphans.has(index) ? [asText(one, message.content)] : [];
  });
}

/** Returns the results of each message with calls, by call, in order of arrival, and the results without a call. */
function matchResults(messages: readonly ContextMessage[]) {
  const resultsOf = new Map<number, Map<string, ContextMessage>>();
  const callerOf = new Map<string, number>();
  const orphans = new Set<number>();
  messages.forEach((one, index) => {
    const { message } = one;
    if (message.role === 'assistant' && message.toolCalls) {
      resultsOf.set(index, new Map());
      for (const call of message.toolCalls) callerOf.set(call.id, index);
    } else if (message.role === 'tool') {
      const results = resultsOf.get(callerOf.get(message.toolCallId) ?? -1);
      if (results && !results.has(message.toolCallId)) results.set(message.toolCallId, one);
      else orphans.add(index);
    }
  });
  return { resultsOf, orphans };
}

function asText(one: ContextMessage, result: string): ContextMessage {
  const content = `[Result of a tool call that is no longer here]\n${result}`;
  return withMessage(one, { role: 'assistant', content });
}
