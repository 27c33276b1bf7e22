import { readDetails } from '../details.ts';
import type { ListedMemory } from '../store/consolidation.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { isSameTime } from '../text/held-time.ts';
import { countTokens } from '../text/tokens.ts';
import { isStanding } from '../types.ts';

const day = 86_400_000;
/** A memory is summarised when it is older than this and has not been used for so long, in days: its strength has halved twice. */
const oldDays = 30;
const unusedDays = 27;
/** Tokens from which a memory is detailed: shorter ones say nothing that a summary could leave out. */
const detailedTokens = 30;

/** Whether two memories may say the same. What tells of another time does not. */
export const mayBeMerged = (one: ListedMemory, other: ListedMemory): boolean =>
  areComparable(one, other) &&
  isSameTime(one.memory, other.memory) &&
  !(one.isProtected && other.isProtected);

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
  category === 'task' ? (readDetails('task', metadata).status ?? 'todo') : null;

/** Whether a memory became old, unused and detailed since the last run, so that a summary can replace it. */
export function isSummarisable(one: ListedMemory, since: Date | null, now: Date): boolean {
  return isDetail(one, now) && (since === null || !isDetail(one, since));
}

/** Whether two memories may go into one summary. What every prompt shows is only summarised with its own kind, and stays there. */
export const mayBeSummarised = (one: ListedMemory, other: ListedMemory, now: Date): boolean =>
  isDetail(one, now) &&
  isDetail(other, now) &&
  (one.memory.category === other.memory.category ||
    !(isStanding(one.memory.category) || isStanding(other.memory.category))) &&
  one.memory.trust === other.memory.trust &&
  one.memory.memoryType === other.memory.memoryType;

/** Excludes plans and open tasks, which are in every prompt. */
function isDetail({ memory, isProtected }: ListedMemory, at: Date): boolean {
  const isOpen = memory.category === 'plan' || (statusOf(memory) ?? 'done') !== 'done';
  return (
    !isProtected &&
    !isOpen &&
    memory.expiresAt === null &&
    at.getTime() - memory.createdAt.getTime() > oldDays * day &&
    at.getTime() - memory.lastAccessedAt.getTime() > unusedDays * day &&
    countTokens(memory.content) >= detailedTokens
  );
}
