import type { ContextMessage } from '../ports.ts';
import type { MessageGroup } from '../transcript/group-messages.ts';
import { isHostMessage, isNotice } from './host-messages.ts';

/**
 * Returns the groups that no compaction replaces: those with the session's first request, the latest request (the
 * current work), a pinned message, or instructions of the host.
 */
export function stayingGroups(
  messages: readonly ContextMessage[],
  groups: readonly MessageGroup[],
): Set<MessageGroup> {
  const first = firstRequest(messages);
  const latest = messages.findLastIndex(isRequest);
  return new Set(
    groups.filter(({ start, end }) => {
      const holds = (index: number) => start <= index && index < end;
      return (
        holds(first) ||
        holds(latest) ||
        messages.slice(start, end).some((message) => message.pinned || isInstruction(message))
      );
    }),
  );
}

/**
 * Returns the index of the first request; -1 if it has left the window, because the first remaining user message is
 * then no more important than others.
 */
function firstRequest(messages: readonly ContextMessage[]): number {
  const first = messages.findIndex(isRequest);
  const notice = messages.findIndex(isNotice);
  return notice !== -1 && notice < first ? -1 : first;
}

/** Whether it is a system message of the host's own, which is not stored. */
export const isInstruction = ({ message, number }: ContextMessage): boolean =>
  number === null && message.role === 'system';

export const isRequest = (message: ContextMessage): boolean =>
  message.message.role === 'user' && !isHostMessage(message);

/** The tokens of messages, and `fixedTokens`. */
export const tokensOf = (messages: readonly ContextMessage[], fixedTokens = 0): number =>
  messages.reduce((sum, message) => sum + message.tokens, fixedTokens);
