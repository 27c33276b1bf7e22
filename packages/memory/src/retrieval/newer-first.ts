/**
 * Sorts hits by score, and near-equal ones by time, newest first: of two statements that answer a question about equally well, the newer is
 * more likely to hold. Scores are near-equal if the lower is at least the share `nearEqual` of the higher; a group of them begins with the
 * best hit that belongs to no group before it. Keeps the order of hits of the same time. Pure.
 */
export function newerFirst<Item>(
  items: readonly Item[],
  {
    nearEqual,
    scoreOf,
    at,
  }: { nearEqual: number; scoreOf: (item: Item) => number; at: (item: Item) => Date },
): Item[] {
  const groups: Item[][] = [];
  let least = Infinity;
  for (const item of items.toSorted((a, b) => scoreOf(b) - scoreOf(a))) {
    if (scoreOf(item) < least) {
      groups.push([]);
      least = nearEqual * scoreOf(item);
    }
    groups.at(-1)?.push(item);
  }
  return groups.flatMap((group) => group.toSorted((a, b) => at(b).getTime() - at(a).getTime()));
}
