import { readDetails } from '../details.ts';
import type { MemoryOptions } from '../options.ts';
import type { ListedMemory } from '../store/consolidation.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { countTokens } from '../text/tokens.ts';
import { isStanding } from '../types.ts';

type Options = MemoryOptions['consolidation'];
const day = 86_400_000;

/** Whether two memories may say the same. */
export const mayBeMerged = (one: ListedMemory, other: ListedMemory): boolean =>
  areComparable(one, other) && !(one.isProtected && other.isProtected);

/**
 * Whether two memories may say the same, or the opposite. Two events never do, a memory with an expiry date is left to expire, and a
 * task is only compared with tasks of the same status.
 */
export function areComparable(one: ListedMemory, other: ListedMemory): boolean {
  const isLasting = ({ memoryType, expiresAt }: MemoryRecord) =>
    memoryType !== 'episodic' && expiresAt === null;
  return isLasting(one.memory) && isLasting(other.memory) && statusOf(one.memory) === statusOf(other.memory);
}

/** Null if it is not a task. */
const statusOf = ({ category, metadata }: MemoryRecord): string | null =>
  category === 'task' ? (readDetails(category, metadata).status ?? 'todo') : null;

/** Whether a memory became old, unused and detailed since the last run, so that a summary can replace it. */
export function isSummarisable(one: ListedMemory, since: Date | null, now: Date, options: Options): boolean {
  return isDetail(one, now, options) && (since === null || !isDetail(one, since, options));
}

/** Whether two memories may go into one summary. What every prompt shows is only summarised with its own kind, and stays there. */
export const mayBeSummarised = (
  one: ListedMemory,
  other: ListedMemory,
  now: Date,
  options: Options,
): boolean =>
  isDetail(one, now, options) &&
  isDetail(other, now, options) &&
  (one.memory.category === other.memory.category ||
    !(isStanding(one.memory.category) || isStanding(other.memory.category))) &&
  one.memory.trust === other.memory.trust &&
  one.memory.memoryType === other.memory.memoryType;

/** Excludes plans and open tasks, which are in every prompt. */
function isDetail({ memory, isProtected }: ListedMemory, at: Date, options: Options): boolean {
  const isOpen = memory.category === 'plan' || (statusOf(memory) ?? 'done') !== 'done';
  return (
    !isProtected &&
    !isOpen &&
    memory.expiresAt === null &&
    at.getTime() - memory.createdAt.getTime() > options.oldDays * day &&
    at.getTime() - memory.lastAccessedAt.getTime() > options.unusedDays * day &&
    countTokens(memory.content) >= options.detailedTokens
  );
}
