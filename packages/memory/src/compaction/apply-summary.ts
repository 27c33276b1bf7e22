import type { ContextMessage } from '../ports.ts';
import { compactedMessage, isNotice } from './host-messages.ts';
import { groupMessages, stayingGroups, type MessageGroup } from './message-groups.ts';

export type Summary = {
  text: string;
  /** The last stored message that it covers. */
  through: number;
};

/**
 * Puts a summary in the place of the messages that it covers: requests and pinned messages among them, the summary,
 * then everything later, in order. Pure; an earlier summary in the list is replaced. The same function serves a
 * compaction that just ended (messages may have come meanwhile), one that another process made, and reopening.
 */
export function applySummary(messages: readonly ContextMessage[], summary: Summary): ContextMessage[] {
  const groups = groupMessages(messages);
  const staying = stayingGroups(messages, groups);
  const isCovered = (group: MessageGroup) => {
    const last = lastNumber(messages, group);
    return last !== null && last <= summary.through;
  };
  const end = groups.findLast(isCovered)?.end ?? 0;
  const before: ContextMessage[] = [];
  const after: ContextMessage[] = [];
  for (const group of groups) {
    const members = messages.slice(group.start, group.end).filter((message) => !isNotice(message));
    // what is not stored yet is in no summary: it stays, wherever it stands
    const isUnstored = lastNumber(messages, group) === null;
    if (!isCovered(group) && !(isUnstored && staying.has(group) && group.end < end)) after.push(...members);
    else if (staying.has(group)) before.push(...members);
  }
  return [...before, compactedMessage(summary.text), ...after];
}

function lastNumber(messages: readonly ContextMessage[], { start, end }: MessageGroup): number | null {
  return messages
    .slice(start, end)
    .reduce<number | null>(
      (last, { number }) => (number === null ? last : Math.max(last ?? number, number)),
      null,
    );
}
