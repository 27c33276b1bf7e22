import type { ContextMessage } from '../ports.ts';
import { isHostMessage, isNotice } from './host-messages.ts';
import type { MessageGroup } from './message-groups.ts';

/**
 * The groups that no compaction replaces: with the first request of the session, with the latest one (what the agent
 * is working on now), and with a pinned message.
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
      return holds(first) || holds(latest) || messages.slice(start, end).some((message) => message.pinned);
    }),
  );
}

/** -1 when it has left the window: then the first user message that is still there is just one of many. */
function firstRequest(messages: readonly ContextMessage[]): number {
  const first = messages.findIndex(isRequest);
  const notice = messages.findIndex(isNotice);
  return notice !== -1 && notice < first ? -1 : first;
}

const isRequest = (message: ContextMessage): boolean =>
  message.message.role === 'user' && !isHostMessage(message);
