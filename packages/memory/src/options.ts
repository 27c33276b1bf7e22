/**
 * What a host may set through `createMemory({ options })`, value by value: each default with its unit and reason. Figures that nobody
 * sets are constants beside their use.
 */
export const defaultOptions = {
  retrieval: {
    /** Matches of each leg, and hits of a search. A prompt gets up to twice as many, because the legs differ: what fits a block of 3,000 tokens. */
    limit: 15,
    /** Tokens of the block "Relevant Memories". */
    tokenBudget: 3_000,
    /** Tokens of the section about the user and how to work, which every prompt has: some thirty short lines. */
    standingTokens: 400,
    /** Milliseconds for the embedding request; after that, word search continues alone. */
    embeddingTimeout: 1_500,
    /** Milliseconds for the store's answer, so that a hanging store does not hang the turn. */
    searchTimeout: 5_000,
    /** Tokens of what sources other than memory say, including documents: some five chunks. */
    sourceTokens: 1_500,
  },
  extraction: {
    /** Seconds from the last client's disconnect to the end of the session. A reconnect cancels it. */
    endGrace: 30,
    /** Seconds without a message until the session is extracted. */
    idle: 1_800,
    /** Messages between periodic extractions; 0 disables them. */
    every: 20,
    /**
     * Minimum characters by the user before a session is sent to a model; until then it waits. Those of a script that says more in each
     * character, such as Chinese, count as the four or five of English that say the same.
     */
    minimumCharacters: 40,
    /** Milliseconds for one model call. */
    timeout: 120_000,
  },
  dedup: {
    timeout: 120_000,
  },
  jobs: {
    /**
     * Jobs that the background work of a process runs at the same time, two of one user at most, so that a model which hangs for one
     * holds up nobody else.
     */
    concurrency: 4,
    /** Seconds of a lease; the worker renews it after a third. */
    lease: 60,
    /** Tries before a job is dead. */
    attempts: 8,
    /** Seconds before the second try; doubles up to `longestDelay`. */
    firstDelay: 60,
    longestDelay: 3_600,
  },
  usage: {
    /**
     * Input and output tokens per day (UTC) above which billed background work waits; running jobs finish. Null: no limit, so that nobody
     * misses memories because of a limit they did not set.
     */
    dailyTokenLimit: null,
    /**
     * The same for each user, above which only their extraction and deduplication wait, and rules name their topics. What a user uses above
     * it does not count in the limit of all. Null: no limit.
     */
    dailyTokenLimitPerUser: null,
  },
  consolidation: {
    /** Memories that are shown to the model in one call. */
    batchSize: 48,
    timeout: 120_000,
  },
  retention: {
    /** Days for which a finished job is kept and can be undone. */
    doneJobs: 30,
    /** Days after which the ledger keeps one entry per day, operation, model, session and job. */
    ledger: 90,
    /** Days for which contexts are kept. */
    contexts: 30,
  },
  compaction: {
    /** Tokens of the context that start a compaction: 80 % of a 200k window. */
    trigger: 160_000,
    /** Tokens of the context after it. */
    target: 105_000,
    /** Maximum tokens of the context: the window slides there when compaction keeps failing. */
    window: 180_000,
    timeout: 180_000,
  },
  documents: {
    /** Chunks of the documents of a project. */
    mostChunks: 100_000,
  },
  focus: {
    /** Tokens of the block "Recent Focus". */
    tokenBudget: 800,
    timeout: 15_000,
  },
} as const;

type Widen<T> = T extends number
  ? number
  : T extends null
    ? number | null // an optional limit
    : { -readonly [Key in keyof T]: Widen<T[Key]> };
type Figures = Widen<typeof defaultOptions>;
/** `timeZone`: the users'; in it days are told to people and models. An IANA name. */
export type MemoryOptions = Figures & { timeZone: string };
/** The options that differ from the defaults, by their stage. */
export type MemoryOptionOverrides = { [Stage in keyof Figures]?: Partial<Figures[Stage]> };

/** Returns the defaults with some values replaced. */
export function resolveOptions(overrides: MemoryOptionOverrides = {}, timeZone = 'UTC'): MemoryOptions {
  const options: MemoryOptions = { ...structuredClone<Figures>(defaultOptions), timeZone };
  for (const [stage, values] of Object.entries(overrides)) Object.assign(Reflect.get(options, stage), values);
  return options;
}
