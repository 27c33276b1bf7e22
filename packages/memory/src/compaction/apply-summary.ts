import type { ContextMessage } from '../ports.ts';
import { compactedMessage, isNotice } from './host-messages.ts';
import { groupMessages, type MessageGroup } from '../transcript/group-messages.ts';
import { stayingGroups } from './message-groups.ts';

export type Summary = {
  text: string;
  /** The last stored message that it covers. */
  through: number;
};

/**
 * Replaces the messages that a summary covers. The result has the requests and pinned messages among them, then the
 * summary, then all later messages, in order. Drops an earlier summary from the list. Pure. Used after a compaction
 * (messages may have arrived meanwhile), after one by another process, and when a session is reopened.
 */
export function applySummary(messages: readonly ContextMessage[], summary: Summary): ContextMessage[] {
  const groups = groupMessages(messages);
  const staying = stayingGroups(messages, groups);
  const isCovered = (group: MessageGroup) => lastNumber(messages, group) <= summary.through;
  const end = groups.findLast(isCovered)?.end ?? 0;
  const before: ContextMessage[] = [];
  const after: ContextMessage[] = [];
  for (const group of groups) {
    const members = messages.slice(group.start, group.end).filter((message) => !isNotice(message));
    // a message that is not stored yet is in no summary, so it stays
    const isUnstored = lastNumber(messages, group) === Infinity;
    if (!isCovered(group) && !(isUnstored && staying.has(group) && group.end < end)) after.push(...members);
    else if (staying.has(group)) before.push(...members);
  }
  return [...before, compactedMessage(summary.text), ...after];
}

/** Infinity if no message of the group is stored. */
function lastNumber(messages: readonly ContextMessage[], { start, end }: MessageGroup): number {
  const numbers = messages.slice(start, end).flatMap(({ number }) => number ?? []);
  return numbers.length === 0 ? Infinity : Math.max(...numbers);
}
