import { isOutage, MemoryError } from '../errors.ts';
import type { MemoryOptions } from '../options.ts';
import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { UndoneJob } from '../store/stored-jobs.ts';
import type { Actor, Job, JobKind, JobStatus } from '../types.ts';
import type { Ceiling } from '../usage/ceiling.ts';
import { createJobUsage, type JobUsage } from './job-usage.ts';

/**
 * Does the work of one job. It must end the job itself (`applyDecisions`, `completeJob` …) in the transaction that
 * holds its effects, and hand over what it used there, so that both happen once.
 */
export type JobHandler = (
  job: Job,
  context: { worker: string; signal: AbortSignal; usage: JobUsage },
) => Promise<void>;

const byUser: Actor = { kind: 'user', id: null };

type Dependencies = {
  store: Pick<
    Store,
    | 'claimJob'
    | 'renewLease'
    | 'failJob'
    | 'releaseJob'
    | 'listJobs'
    | 'getJob'
    | 'retryJob'
    | 'undoJob'
    | 'countOpenJobs'
    | 'recordUsage'
  >;
  handlers: Record<JobKind, JobHandler>;
  ceiling: Ceiling;
  /** Kinds of jobs that call what is billed: they wait above the ceiling. */
  billedKinds: JobKind[];
  /** The store's embedder, where this process has it: without it `embed` jobs are left to those that do. */
  embedder: string | null;
  worker: string;
  log: Log;
  options: MemoryOptions;
};

/** Claims due jobs one after the other and runs them. Several runners on one store share the work. */
export function createJobRunner(dependencies: Dependencies) {
  const { store, handlers, ceiling, worker, log, options } = dependencies;
  const stopping = new AbortController();
  /** How tries ended that could not be told to the store, which was away. */
  const untold: (() => Promise<void>)[] = [];

  return {
    runOnce,
    /** Runs until nothing is due. Returns how many jobs ran, whatever their outcome. */
    async drain(): Promise<number> {
      let count = 0;
      while (await runOnce()) count += 1;
      return count;
    },
    list: (query: { status?: JobStatus; limit?: number } = {}): Promise<Job[]> =>
      store.listJobs({ status: query.status ?? null, limit: query.limit ?? 50 }),
    get: (id: string): Promise<Job | null> => store.getJob(id),
    /**
     * Takes back, in one transaction, all that a finished job did to memories: what it added is invalidated, what it replaced
     * or contradicted is valid again; what was changed since is left, and told. The messages that it read are not read
     * again. Idempotent. Throws `not_found`, and `conflict` while the job waits or runs.
     */
    undo: (id: string, reason: string, actor = byUser): Promise<UndoneJob> =>
      store.undoJob(id, actor, reason),
    /** A dead job becomes due now, with all its tries. Throws `not_found`. */
    retry: (id: string): Promise<Job> => store.retryJob(id),
    count: () => store.countOpenJobs(),
    /** Aborts the job under way and gives it back, unharmed; takes up no other. */
    stop(): void {
      stopping.abort(new MemoryError('closed', 'the job runner was stopped'));
    },
  };

  /** Takes up the next due job and runs it to its end. Null when nothing was due. Throws only for the store. */
  async function runOnce(): Promise<Job | null> {
    if (stopping.signal.aborted) return null;
    await tellEnds();
    const { lease, attempts } = options.jobs;
    const { embedder, billedKinds } = dependencies;
    const limit = ceiling.limit === null ? null : { tokens: ceiling.limit, kinds: billedKinds };
    const job = await store.claimJob(worker, lease, attempts, { ceiling: limit, embedder });
    if (job) await run(job);
    else await ceiling.look();
    return job;
  }

  async function run(job: Job): Promise<void> {
    const lease = holdLease(job);
    const usage = createJobUsage(job.id);
    try {
      await handlers[job.kind](job, { worker, signal: lease.signal, usage });
      log.info({ job: job.id, kind: job.kind, attempt: job.attempts }, 'job done');
    } catch (error) {
      untold.push(() => giveUp(job, usage, error));
      await tellEnds();
    } finally {
      lease.release();
    }
  }

  /** Those of an outage first: else the lease would run out, and the job have used up a try. */
  async function tellEnds(): Promise<void> {
    for (const tell of untold.splice(0)) {
      try {
        await tell();
      } catch (error) {
        if (isOutage(error)) untold.push(tell);
        throw error;
      }
    }
  }

  /** Renews the lease while the job runs; aborts the job when it is lost or the runner stops. */
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

  async function giveUp(job: Job, usage: JobUsage, error: unknown): Promise<void> {
    try {
      if (isLeaseLost(error)) throw error;
      if (stopping.signal.aborted) await store.releaseJob(job.id, worker, usage.entries());
      else await fail(job, usage, error);
    } catch (lost) {
      if (!isLeaseLost(lost)) throw lost;
      log.warn({ job: job.id, kind: job.kind }, 'job was taken up by another worker; nothing was applied');
      await store.recordUsage(usage.entries());
    }
  }

  async function fail(job: Job, usage: JobUsage, error: unknown): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    const failed = await store.failJob(job.id, worker, {
      error: text,
      retryable: !(error instanceof MemoryError) || error.isRetryable,
      counted: !isOutage(error),
      attempts: options.jobs.attempts,
      firstDelay: options.jobs.firstDelay,
      longestDelay: options.jobs.longestDelay,
      usage: usage.entries(),
    });
    log.warn(
      { job: job.id, kind: job.kind, attempt: job.attempts, status: failed.status, error: text },
      failed.status === 'dead'
        ? 'job is dead; retry it when its cause is gone'
        : 'job failed; it is tried again later',
    );
  }
}

const isLeaseLost = (error: unknown): boolean => error instanceof MemoryError && error.code === 'lease_lost';
