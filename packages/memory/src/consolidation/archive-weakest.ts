import type { ListedMemory } from '../store/consolidation.ts';

/** The size of a project's memories, or its limit. */
export type Size = { memories: number; tokens: number };

/** Share of the budget that is freed when it is exceeded, so that the next memory does not exceed it again. */
export const freed = 0.05;

/**
 * Returns the memories to archive so that a project above its budget gets below it by the share `freed`: the least
 * important and most faded first. Pure.
 */
export function archiveWeakest<One extends ListedMemory & { tokens: number }>(
  listed: One[],
  size: Size,
  budget: Size,
): One[] {
  if (size.memories <= budget.memories && size.tokens <= budget.tokens) return [];
  const wanted = { memories: budget.memories * (1 - freed), tokens: budget.tokens * (1 - freed) };
  const weight = ({ memory: { importance, strength } }: ListedMemory): number => importance * strength;
  const left = { ...size };
  const archived: One[] = [];
  for (const one of listed
    .filter(({ isProtected }) => !isProtected)
    .toSorted((a, b) => weight(a) - weight(b))) {
    if (left.memories <= wanted.memories && left.tokens <= wanted.tokens) break;
    archived.push(one);
    left.memories -= 1;
    left.tokens -= one.tokens;
  }
  return archived;
}
