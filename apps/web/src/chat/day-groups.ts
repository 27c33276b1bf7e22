/** The days of a list, newest first as its entries are: each with a name and what belongs to it. */
export function groupByDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  now: Date,
): { name: string; entries: Entry[] }[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = nameOf(daysBetween(new Date(entry.at), now));
    const group = groups.get(name);
    if (group) group.push(entry);
    else groups.set(name, [entry]);
  }
  return Array.from(groups, ([name, members]) => ({ name, entries: members }));
}

/** Between the beginnings of both days in the user's zone; a day with a change of the clock counts as one, too. */
function daysBetween(from: Date, to: Date): number {
  const beginning = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return Math.round((beginning(to) - beginning(from)) / 86_400_000);
}

function nameOf(days: number): string {
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days <= 7) return 'The last seven days';
  return days <= 30 ? 'The last thirty days' : 'Earlier';
}
