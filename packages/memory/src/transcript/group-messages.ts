import type { ContextMessage } from '../ports.ts';

/** Consecutive messages that stay or leave together. `end` is exclusive. */
export type MessageGroup = { start: number; end: number; tokens: number };

/**
 * Splits a conversation into the smallest groups that may be separated: an assistant's tool calls with all their
 * results and anything in between, or a single message. Covers every message once, in order.
 */
export function groupMessages(messages: readonly ContextMessage[]): MessageGroup[] {
  const lastResultOf = lastResults(messages);
  const groups: MessageGroup[] = [];
  let start = 0;
  let reach = 0;
  let tokens = 0;
  messages.forEach((message, index) => {
    reach = Math.max(reach, lastResultOf.get(index) ?? index);
    tokens += message.tokens;
    if (index < reach) return;
    groups.push({ start, end: index + 1, tokens });
    start = index + 1;
    tokens = 0;
  });
  return groups;
}

/** Returns, for each message with tool calls, the index of its last result. */
function lastResults(messages: readonly ContextMessage[]): Map<number, number> {
  const callerOf = new Map<string, number>();
  const lastResultOf = new Map<number, number>();
  messages.forEach(({ message }, index) => {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls ?? []) callerOf.set(call.id, index);
    } else if (message.role === 'tool') {
      const caller = callerOf.get(message.toolCallId);
      if (caller !== undefined) lastResultOf.set(caller, index);
    }
  });
  return lastResultOf;
}
