import { z } from 'zod';
import type { Actor, Metadata } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { metadata, moment } from './columns.ts';
import type { UsageEntry } from './ledger.ts';

/**
 * `extract`: take candidates from a session's messages above the watermark through both phases (key: the session).
 * `deduplicate`: phase 2 alone, for a memory stored by an explicit remember (payload `{ memoryId }`) or for a
 * compaction's candidates (payload `{ sessionId, candidates }`), or for a part of an import (`{ import, candidates, sessions }`). `embed`: fill in missing vectors. `consolidate`: merge, summarise, archive or end as
 * outdated what a project holds (key: the project; payload: its plan so far).
 */
export const jobKinds = ['extract', 'deduplicate', 'embed', 'consolidate'] as const;
export type JobKind = (typeof jobKinds)[number];
export const jobStatuses = ['waiting', 'running', 'done', 'dead'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A background job. One job of a kind and key waits at a time. */
export const jobRecord = z.object({
  id: z.guid(),
  user: z
    .string()
    .describe('the user whose work it is; `me` in a store of one user, and for work of no user'),
  kind: z.enum(jobKinds),
  key: z.string().describe('what it works on: the id of a session or memory, or a project'),
  payload: metadata,
  status: z.enum(jobStatuses),
  attempts: z.int(),
  runAt: moment,
  leasedBy: z.string().nullable(),
  leasedUntil: moment.nullable(),
  error: z.string().nullable(),
  result: metadata.nullable(),
  createdAt: moment,
  finishedAt: moment.nullable(),
});
/** A piece of background work, as it is stored. */
export type Job = z.output<typeof jobRecord>;

/** What undoing a job did to each memory, and what it had to leave. */
export const undoneJob = z.object({
  undone: z.array(
    z.object({ memoryId: z.guid(), action: z.enum(['invalidated', 'restored', 'reverted', 'unrelated']) }),
  ),
  left: z
    .array(z.object({ memoryId: z.guid(), reason: z.string() }))
    .describe('memories that were left alone, because they changed after the job'),
});
export type UndoneJob = z.output<typeof undoneJob>;

/** Above `tokens` in today's ledger (UTC), and while running jobs may reach that, jobs of these kinds are skipped and stay as they are. */
export type TokenCeiling = { tokens: number | null; ofUser: number | null; kinds: JobKind[] };

const openJobs = z.object({
  open: z.number(),
  due: z.number(),
  failing: z.number(),
  dead: z.number(),
  /** Kinds without a dead job are absent. */
  deadByKind: z.partialRecord(z.enum(jobKinds), z.number()),
  nextRunAt: moment.nullable(),
});

/** Background jobs. */
export const jobMethods = (call: CallFunction) => ({
  /** One waiting job of a kind and key at a time: a second call returns the first job, brought forward when due earlier (but not out of its back-off). */
  enqueueJob: (input: { kind: JobKind; key: string; payload: Metadata; delaySeconds: number }) =>
    call(jobRecord, 'enqueue_job', input),
  /**
   * The next due job (or one whose lease ran out), leased to `worker`; null when there is none, or none but what the
   * ceiling holds back. Users take turns; those of whom the worker runs two jobs are passed over. With `jobId` that one or none, even before it is due. An `embed` job is only
   * for a worker with the store's `embedder`. First makes jobs for due sessions. A try counts when it is claimed: a job whose `attempts` tries all ended with their process is dead.
   */
  claimJob: (
    worker: string,
    leaseSeconds: number,
    maximumAttempts: number,
    {
      ceiling = null,
      embedder = null,
      jobId = null,
    }: { ceiling?: TokenCeiling | null; embedder?: string | null; jobId?: string | null } = {},
  ) =>
    call(jobRecord.nullable(), 'claim_job', {
      worker,
      leaseSeconds,
      maximumAttempts,
      dailyTokenLimit: ceiling?.tokens ?? null,
      userTokenLimit: ceiling?.ofUser ?? null,
      billedKinds: ceiling?.kinds ?? null,
      embedder,
      jobId,
    }),
  /** Throws `lease_lost` when the job is no longer held. */
  async renewLease(jobId: string, worker: string, leaseSeconds: number): Promise<void> {
    await call(z.null(), 'renew_lease', { jobId, worker, leaseSeconds });
  },
  /**
   * Replaces a running job's payload with what its next try starts from, and records what that cost. Throws `lease_lost` when the job is no longer held, and
   * `conflict` when something of the messages in `payload.seen` was taken or forgotten since.
   */
  async keepInJob(jobId: string, worker: string, payload: Metadata, usage: UsageEntry[] = []): Promise<void> {
    await call(z.null(), 'keep_in_job', { jobId, worker, payload, usage });
  },
  async completeJob(
    jobId: string,
    worker: string,
    result: Metadata,
    usage: UsageEntry[] = [],
  ): Promise<void> {
    await call(z.null(), 'complete_job', { jobId, worker, result, usage });
  },
  /**
   * Back to waiting after the back-off, or `dead` after the last try. A try that is not `counted` (it is, by default) leaves the
   * job waiting for the first delay in any case.
   */
  failJob: (
    jobId: string,
    worker: string,
    {
      attempts: maximumAttempts,
      counted = true,
      usage = [],
      ...failure
    }: {
      error: string;
      counted?: boolean;
      attempts: number;
      firstDelay: number;
      longestDelay: number;
      usage?: UsageEntry[];
    },
  ) => call(jobRecord, 'fail_job', { jobId, worker, maximumAttempts, counted, usage, ...failure }),
  /** Returns a job to the queue, as at shutdown: the try does not count. */
  async releaseJob(jobId: string, worker: string, usage: UsageEntry[] = []): Promise<void> {
    await call(z.null(), 'release_job', { jobId, worker, usage });
  },
  getJob: (id: string) => call(jobRecord.nullable(), 'get_job', { id }),
  /**
   * Takes back what a finished job did to memories, in one transaction; memories that changed since are left. Idempotent. Throws
   * `not_found`, and `conflict` while the job waits or runs.
   */
  undoJob: (id: string, actor: Actor, reason: string) => call(undoneJob, 'undo_job', { id, actor, reason }),
  /** Newest first. `status` null: of all. */
  listJobs: (query: { status: JobStatus | null; limit: number }) =>
    call(jobRecord.array(), 'list_jobs', query),
  /** Makes a dead or waiting job due now, with all its tries again. */
  retryJob: (id: string) => call(jobRecord, 'retry_job', { id }),
  /** Does so for all jobs that are dead, or that failed and wait. Returns how many. */
  retryFailedJobs: () => call(z.int(), 'retry_failed_jobs', {}),
  /** How many jobs wait or run, how many of those are due now or failed before, and how many are dead. */
  countOpenJobs: () => call(openJobs, 'count_open_jobs', {}),
});
