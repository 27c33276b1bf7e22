/** What may have fallen. `lost`: acknowledged and not there. `leaked`: seen by whom it is not for. `crashed`: the process ended. */
export const fallen = ['lost', 'doubled', 'leaked', 'crashed', 'other'] as const;
export type Fallen = (typeof fallen)[number];

export type Tally = ReturnType<typeof createTally>;

/** Different failures of one column that are told in words; the others are only counted. */
const told = 5;

/** Counts the tries of one kind of attack on one kind of store, and what fell. */
export function createTally(kind: string, store: string) {
  const counts = { lost: 0, doubled: 0, leaked: 0, crashed: 0, other: 0 };
  const failures = new Set<string>();
  const notes: string[] = [];
  let tries = 0;
  return {
    kind,
    store,
    counts,
    /** What fell, in words. */
    failures,
    /** Figures that were measured. */
    notes,
    get tries(): number {
      return tries;
    },
    try(count = 1): void {
      tries += count;
    },
    fail(column: Fallen, what: string): void {
      counts[column] += 1;
      if ([...failures].filter((one) => one.startsWith(column)).length < told)
        failures.add(`${column}: ${what}`);
    },
  };
}
