import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { isOutage, MemoryError } from '../errors.ts';
import type { MemoryOptions } from '../options.ts';
import type { Log } from '../ports.ts';
import { jobStatuses, type Job, type JobKind } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Metadata, Progress } from '../types.ts';
import type { Ceiling } from '../usage/ceiling.ts';
import { createJobUsage, type JobUsage } from './job-usage.ts';

/**
 * Runs one job. It must end the job (`applyDecisions`, `completeJob` …) in the transaction of its effects, and pass its usage there, so
 * that all of it happens exactly once.
 */
export type JobHandler = (job: Job, context: JobContext) => Promise<void>;
export type JobContext = {
  worker: string;
  signal: AbortSignal;
  usage: JobUsage;
  /** When this try fails, the next one gets this as its payload. */
  keep: (payload: Metadata) => void;
  /** Called for a caller that waits for this job. */
  onProgress?: ((progress: Progress) => void) | undefined;
};

/** How much longer than after another failure a job waits for a model that is away. */
const awayFactor = 10;

/** How a try of a job ended. `stopped`: this process closed first, and the job runs again. */
export type JobEnd = {
  id: string;
  kind: JobKind;
  outcome: 'done' | 'failed' | 'stopped';
  attempt: number;
  milliseconds: number;
};

type Dependencies = {
  store: Store;
  handlers: Record<JobKind, JobHandler>;
  ceiling: Ceiling;
  /** Kinds of jobs with billed calls; they wait above the ceiling. */
  billedKinds: () => JobKind[];
  /** The store's embedder, if this process has it; otherwise it leaves `embed` jobs to others. */
  embedder: string | null;
  worker: string;
  log: Log;
  onEnded: (end: JobEnd) => void;
  options: MemoryOptions;
};

export const jobListQuery = z.strictObject({ status: z.enum(jobStatuses).optional(), limit: fields.count });

/** Claims and runs due jobs. Several runners on one store share the work. */
export function createJobRunner(dependencies: Dependencies) {
  const { store, handlers, ceiling, worker, log, options } = dependencies;
  const stopping = new AbortController();
  /** Ends of tries that could not be stored during an outage. */
  const unreported: (() => Promise<void>)[] = [];

  return {
    /** Claims the next due job. Returns what runs it, and never rejects but with errors of the store; null if there is none. */
    claimNext: async (): Promise<(() => Promise<void>) | null> => {
      const job = await claim(null);
      return job && (() => run(job));
    },
    runOnce: () => runOnce(),
    /** Runs this job now, even before it is due. Null if it cannot be had: another worker has it, or the ceiling holds it back. */
    runNow: (id: string, onProgress?: (progress: Progress) => void): Promise<Job | null> =>
      runOnce(id, onProgress),
    /** Runs until no job is due. Returns how many ran, whatever their outcome. */
    async drain(): Promise<number> {
      let count = 0;
      while (await runOnce()) count += 1;
      return count;
    },
    /** Makes all jobs due now that are dead, or failed and wait. Returns how many. */
    retryFailed: (): Promise<number> => store.retryFailedJobs(),
    count: () => store.countOpenJobs(),
    /** Aborts the running jobs, returns them to the queue, and claims no more. */
    stop(): void {
      stopping.abort(new MemoryError('closed', 'the job runner was stopped'));
    },
  };

  /** Claims and runs the next due job, or this one. Null if there was none. Throws only errors of the store. */
  async function runOnce(
    jobId: string | null = null,
    onProgress?: (progress: Progress) => void,
  ): Promise<Job | null> {
    const job = await claim(jobId);
    if (job) await run(job, onProgress);
    return job;
  }

  async function claim(jobId: string | null): Promise<Job | null> {
    if (stopping.signal.aborted) return null;
    await reportEnds();
    const { lease, attempts } = options.jobs;
    const { embedder, billedKinds } = dependencies;
    const limits = { tokens: ceiling.limit, ofUser: ceiling.limitPerUser, kinds: billedKinds() };
    const job = await store.claimJob(worker, lease, attempts, { ceiling: limits, embedder, jobId });
    if (!job) await ceiling.look();
    return job;
  }

  async function run(job: Job, onProgress?: (progress: Progress) => void): Promise<void> {
    const lease = holdLease(job);
    const usage = createJobUsage(job.id);
    let kept: Metadata | null = null;
    const keep = (payload: Metadata): void => {
      kept = payload;
    };
    const began = performance.now();
    let outcome: JobEnd['outcome'] = 'done';
    try {
      await handlers[job.kind](job, { worker, signal: lease.signal, usage, keep, onProgress });
      log.info({ job: job.id, kind: job.kind, attempt: job.attempts }, 'job done');
    } catch (error) {
      outcome = stopping.signal.aborted ? 'stopped' : 'failed';
      unreported.push(() => giveUp(job, { usage, kept }, error));
      await reportEnds();
    } finally {
      lease.release();
      const { id, kind, attempts: attempt } = job;
      dependencies.onEnded({ id, kind, outcome, attempt, milliseconds: performance.now() - began });
    }
  }

  /** Reports them before the next job: otherwise the lease would expire and use up a try. */
  async function reportEnds(): Promise<void> {
    for (const report of unreported.splice(0)) {
      try {
        await report();
      } catch (error) {
        if (isOutage(error)) unreported.push(report);
        throw error;
      }
    }
  }

  /** Renews the lease while the job runs. Aborts the job when the lease is lost or the runner stops. */
  function holdLease(job: Job) {
    const lost = new AbortController();
    const timer = setInterval(
      () => {
        store.renewLease(job.id, worker, options.jobs.lease).catch((error: unknown) => lost.abort(error));
      },
      (options.jobs.lease * 1_000) / 3,
    );
    return {
      signal: AbortSignal.any([lost.signal, stopping.signal]),
      release: () => clearInterval(timer),
    };
  }

  async function giveUp(
    job: Job,
    { usage, kept }: { usage: JobUsage; kept: Metadata | null },
    error: unknown,
  ): Promise<void> {
    try {
      if (isLeaseLost(error)) throw error;
      if (kept) await keepInJob(job, kept);
      if (stopping.signal.aborted) await store.releaseJob(job.id, worker, usage.entries());
      else await fail(job, usage, error);
    } catch (lost) {
      if (!isLeaseLost(lost)) throw lost;
      log.warn({ job: job.id, kind: job.kind }, 'another worker took over the job; nothing was applied');
      await store.recordUsage(usage.entries());
    }
  }

  /** Keeps nothing that was made of what has been forgotten since. */
  async function keepInJob(job: Job, kept: Metadata): Promise<void> {
    try {
      await store.keepInJob(job.id, worker, kept);
    } catch (error) {
      if (!(error instanceof MemoryError && error.code === 'conflict')) throw error;
    }
  }

  async function fail(job: Job, usage: JobUsage, error: unknown): Promise<void> {
    const text = describe(error);
    const { attempts, firstDelay, longestDelay } = options.jobs;
    const mustBeMended = error instanceof MemoryError && error.code === 'access_refused';
    const isAway = error instanceof MemoryError && error.isAway;
    const awayDelay = Math.min(longestDelay, firstDelay * awayFactor);
    const failed = await store.failJob(job.id, worker, {
      error: text,
      counted: !isOutage(error) && !mustBeMended && !isAway,
      attempts,
      firstDelay: mustBeMended ? longestDelay : isAway ? awayDelay : firstDelay,
      longestDelay,
      usage: usage.entries(),
    });
    log.warn(
      { job: job.id, kind: job.kind, attempt: job.attempts, status: failed.status, error: text },
      failed.status === 'dead'
        ? 'job is dead; retry it when the cause is fixed'
        : 'job failed; it will be retried',
    );
  }
}

const isLeaseLost = (error: unknown): boolean => error instanceof MemoryError && error.code === 'lease_lost';

const describe = (error: unknown): string => {
  if (error instanceof MemoryError) return `${error.message} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
};
