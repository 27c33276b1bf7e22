/** Two memories that are near each other; a higher score is nearer. */
export type Pair = { one: string; other: string; score: number };

/** Puts memories that are near each other into groups of at most `size`, the nearest first. Pure; a memory is in one group at most. */
export function formGroups(pairs: Pair[], size: number): string[][] {
  const groupOf = new Map<string, string[]>();
  for (const { one, other } of pairs.toSorted((a, b) => b.score - a.score)) {
    const [left, right] = [groupOf.get(one) ?? [one], groupOf.get(other) ?? [other]];
    if (left === right || left.length + right.length > size) continue;
    left.push(...right);
    for (const id of left) groupOf.set(id, left);
  }
  return [...new Set(groupOf.values())];
}
