/**
 * Every default of the library with its unit and reason. Hosts override single values through
 * `createMemory({ options })`; nothing else in the library holds a figure that a user may want to change.
 */
export const defaultOptions = {
  retrieval: {
    /** Memories after fusion: what fits a block of 3,000 tokens. */
    limit: 15,
    /** Tokens of the block "Relevant Memories". */
    tokenBudget: 3_000,
    /** Milliseconds that the embedding request may take before word search goes on alone. */
    embeddingTimeout: 1_500,
    /** Milliseconds for the store's answer: a store that hangs must not hang the turn. */
    searchTimeout: 5_000,
    /** Topics that are added to the query. */
    topicsInQuery: 2,
  },
  extraction: {
    /** Seconds after the last client left until the session counts as ended. A reconnect cancels it. */
    endGrace: 30,
    /** Seconds without a message until the session is extracted. */
    idle: 1_800,
    /** Messages between two periodic extractions; 0 turns them off. */
    every: 20,
    /** Characters that the user must have said before a session is sent to a model; until then it waits unread. */
    minimumCharacters: 40,
    /** Milliseconds for one model call. */
    timeout: 120_000,
  },
  dedup: {
    /** Neighbours by rank that a candidate is compared with. */
    neighbours: 5,
    timeout: 120_000,
  },
  jobs: {
    /** Seconds of a lease; a live worker renews it at a third of that. */
    lease: 60,
    /** Tries before a job is dead. */
    attempts: 8,
    /** Seconds before the second try; doubles up to `longestDelay`. */
    firstDelay: 60,
    longestDelay: 3_600,
  },
  usage: {
    /**
     * Tokens a day (UTC), of all that memory calls, in and out, above which background work that is billed waits; null:
     * none, for nobody should lose memories to a limit that nobody set. Jobs under way when it is reached go on to their end.
     */
    dailyTokenLimit: null,
  },
  decay: {
    /** Below this strength a memory is pruned. */
    threshold: 0.05,
    /** Days ahead that a run warns of. */
    warnDays: 7,
  },
  retention: {
    /** Days that a finished job is kept, and can be undone. */
    doneJobs: 30,
    /** Days after which the ledger has one entry a day for each operation, model, session and job. */
    ledger: 90,
  },
  compaction: {
    /** Tokens of the context that start a compaction: 80 % of a 200k window. */
    trigger: 160_000,
    /** Tokens of the context after it. */
    target: 105_000,
    /** Tokens at which the window slides when compaction keeps failing. */
    window: 180_000,
    /** Tokens of the summary. */
    summaryMinimum: 3_000,
    summaryMaximum: 5_000,
    timeout: 180_000,
  },
  focus: {
    /** Strength kept per untouched day. */
    base: 0.9,
    /** Tokens of the block "Recent Focus". */
    tokenBudget: 800,
    /** Days that the block looks back. */
    days: 7,
    /** Paths kept per topic. */
    maximumPaths: 20,
    /** Sessions of a parent topic before a child is created. */
    sessionsBeforeChild: 3,
    timeout: 15_000,
  },
} as const;

type Widen<T> = T extends number
  ? number
  : T extends null
    ? number | null // a limit that nobody set
    : { -readonly [Key in keyof T]: Widen<T[Key]> };
export type MemoryOptions = Widen<typeof defaultOptions>;
export type MemoryOptionOverrides = { [Stage in keyof MemoryOptions]?: Partial<MemoryOptions[Stage]> };

/** The defaults with single values replaced. Mutates neither. */
export function resolveOptions(overrides: MemoryOptionOverrides = {}): MemoryOptions {
  return {
    retrieval: { ...defaultOptions.retrieval, ...overrides.retrieval },
    extraction: { ...defaultOptions.extraction, ...overrides.extraction },
    dedup: { ...defaultOptions.dedup, ...overrides.dedup },
    jobs: { ...defaultOptions.jobs, ...overrides.jobs },
    usage: { ...defaultOptions.usage, ...overrides.usage },
    decay: { ...defaultOptions.decay, ...overrides.decay },
    retention: { ...defaultOptions.retention, ...overrides.retention },
    compaction: { ...defaultOptions.compaction, ...overrides.compaction },
    focus: { ...defaultOptions.focus, ...overrides.focus },
  };
}
