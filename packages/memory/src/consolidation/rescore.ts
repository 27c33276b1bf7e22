import type { ListedMemory } from '../store/consolidation.ts';
import { isStanding } from '../types.ts';

/** Accesses needed for importance 4; the number doubles with each step, so a memory used every day rises to 8 or 9. */
const firstStep = 5;
/** The initial importance of a discovered fact, below which nothing falls. */
const lowest = 3;
const highest = 10;
/** Days: unused, for a step down; since the last use, for a step up; between two steps. */
const unusedDays = 30;
const usedDays = 30;
const pauseDays = 6;

/**
 * Returns the importance that a memory's use gives it, at most one step from its current one, and why; null if it
 * stays. Pure.
 */
export function rescore(
  { memory, isProtected, importanceIsSet }: ListedMemory,
  now: Date,
): { importance: number; reason: string } | null {
  const days = (since: Date): number => (now.getTime() - since.getTime()) / 86_400_000;
  const { importance, accessCount } = memory;
  // every prompt shows these, or none does: neither is a sign of use
  if (isStanding(memory.category)) return null;
  if (isProtected || importanceIsSet || days(memory.updatedAt) < pauseDays) return null;
  const needed = firstStep * 2 ** Math.max(0, importance - lowest);
  if (importance < highest && accessCount >= needed && days(memory.lastAccessedAt) < usedDays) {
    return { importance: importance + 1, reason: `used ${accessCount} times` };
  }
  if (importance > lowest && accessCount === 0 && days(memory.createdAt) > unusedDays) {
    return { importance: importance - 1, reason: `never used in ${Math.floor(days(memory.createdAt))} days` };
  }
  return null;
}
