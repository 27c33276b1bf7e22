/** Two memories that are near each other; a higher score means nearer. */
export type Pair = { one: string; other: string; score: number };

/**
 * Groups memories that are near each other, at most `size` per group, the nearest first. A memory is in at most one
 * group. Pure.
 */
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
