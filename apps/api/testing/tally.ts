/** Kinds of failures. `lost`: acknowledged but not stored. `leaked`: seen by someone who must not see it. `crashed`: the process ended. */
export const fallen = ['lost', 'doubled', 'leaked', 'crashed', 'other'] as const;
export type Fallen = (typeof fallen)[number];

export type Tally = ReturnType<typeof createTally>;

/** The most failures of one column that are described; the others are only counted. */
const told = 5;

/** Counts the tries of one kind of attack on one kind of store, and its failures. */
export function createTally(kind: string, store: string) {
  const counts = { lost: 0, doubled: 0, leaked: 0, crashed: 0, other: 0 };
  const failures = new Set<string>();
  const notes: string[] = [];
  let tries = 0;
  return {
    kind,
    store,
    counts,
    /** Descriptions of the failures. */
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
