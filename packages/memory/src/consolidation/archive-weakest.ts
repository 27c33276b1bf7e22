import type { ListedMemory } from '../store/consolidation.ts';

/** How much a project holds, or may hold. */
export type Size = { memories: number; tokens: number };

/** The memories to archive, of these, so that a project above its budget is `freed` (a share) below it: first what is least important and most faded. Pure. */
export function archiveWeakest<One extends ListedMemory & { tokens: number }>(
  listed: One[],
  size: Size,
  budget: Size,
  freed: number,
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
