import type { Actor, Job, JobKind, JobStatus, Metadata } from '../types.ts';
import type { UsageEntry } from './stored-usage.ts';

/** Above `tokens` in today's ledger (UTC), jobs of these kinds are passed over as they are. */
export type TokenCeiling = { tokens: number; kinds: JobKind[] };

/** What undoing a job did to each memory, and what it had to leave. */
export type UndoneJob = {
  undone: { memoryId: string; action: 'invalidated' | 'restored' | 'reverted' }[];
  left: { memoryId: string; reason: string }[];
};

export type JobStore = {
  /** One waiting job of a kind and key at a time: a second call returns the first's, moved up when due earlier (not out of its back-off). */
  enqueueJob(input: { kind: JobKind; key: string; payload: Metadata; delaySeconds: number }): Promise<Job>;
  /**
   * The next due job (or one whose lease ran out), leased to `worker`; null when there is none, or none but what the
   * ceiling holds back. An `embed` job is only for who has the store's `embedder`. Makes jobs of due sessions first. A try
   * counts when it is claimed: a job whose `attempts` tries all ended with their process is dead.
   */
  claimJob(
    worker: string,
    leaseSeconds: number,
    attempts: number,
    options?: { ceiling?: TokenCeiling | null; embedder?: string | null },
  ): Promise<Job | null>;
  /** `lease_lost` when it is no longer held. */
  renewLease(jobId: string, worker: string, leaseSeconds: number): Promise<void>;
  completeJob(jobId: string, worker: string, result: Metadata, usage?: UsageEntry[]): Promise<void>;
  /**
   * Back to waiting after the back-off, or `dead` after the last try or when `retryable` is false; a try that is not `counted`
   * (it is, by default) leaves the job waiting in any case.
   */
  failJob(
    jobId: string,
    worker: string,
    input: {
      error: string;
      retryable: boolean;
      counted?: boolean;
      attempts: number;
      firstDelay: number;
      longestDelay: number;
      usage?: UsageEntry[];
    },
  ): Promise<Job>;
  /** Gives a job back unharmed, as at shutdown: the try does not count. */
  releaseJob(jobId: string, worker: string, usage?: UsageEntry[]): Promise<void>;
  getJob(id: string): Promise<Job | null>;
  /**
   * Takes back what a finished job did to memories, in one transaction; what was changed since is left. Idempotent. Throws
   * `not_found`, and `conflict` while the job waits or runs.
   */
  undoJob(id: string, actor: Actor, reason: string): Promise<UndoneJob>;
  listJobs(query: { status: JobStatus | null; limit: number }): Promise<Job[]>;
  /** A dead (or waiting) job becomes due now, with all its tries. */
  retryJob(id: string): Promise<Job>;
  /** How many jobs are waiting or running, and how many of those are due now. */
  countOpenJobs(): Promise<{ open: number; due: number; dead: number; nextRunAt: Date | null }>;
};
