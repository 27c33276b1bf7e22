import type { JobStatus } from '../types.ts';

export type TokenCount = { calls: number; inputTokens: number; outputTokens: number };

/** A store in figures. Memories count when they are valid, but for `invalid`. */
export type StoreStats = {
  memories: {
    valid: number;
    invalid: number;
    pinned: number;
    /** Without a vector of the store's embedder: found by words until a job made up for it. */
    unembedded: number;
    /** Pruned within `warnDays`, unless they are used before. */
    fading: number;
    byType: Record<string, number>;
    byPriority: Record<string, number>;
    /** The 100 largest. */
    byScope: { scope: string; valid: number }[];
  };
  sessions: { count: number; messages: number };
  /** Of the whole store, whatever the rest is narrowed to. */
  jobs: Record<JobStatus, number>;
  /** The ledger, the most tokens first. Days are of UTC; the last 30 are today and the 29 before. */
  usage: {
    operation: string;
    model: string;
    today: TokenCount;
    last30Days: TokenCount;
    allTime: TokenCount;
  }[];
  /** The ten that took most tokens in the last 30 days. */
  costliestSessions: { sessionId: string; name: string | null; project: string | null; tokens: number }[];
  /** Of one session's memories that a job added, at most 200: what that job used, and how many memories it wrote. */
  memoryCosts: { memoryId: string; jobId: string; jobTokens: number; madeTogether: number }[];
  /** Tokens in today's ledger of the whole store. */
  usedToday: number;
};

export type StatsStore = {
  readStats(query: {
    /** Null: all. */
    scopes: string[] | null;
    project: string | null;
    sessionId: string | null;
    embeddingModel: string;
    warnDays: number;
  }): Promise<StoreStats>;
};
