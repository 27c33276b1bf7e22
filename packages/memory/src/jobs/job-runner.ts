import { MemoryError } from '../errors.ts';
import type { MemoryOptions } from '../options.ts';
import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { Job, JobKind, JobStatus } from '../types.ts';

/**
 * Does the work of one job. It must end the job itself (`applyDecisions`, `completeJob` …) in the transaction that
 * holds its effects, so that they happen once.
 */
export type JobHandler = (job: Job, context: { worker: string; signal: AbortSignal }) => Promise<void>;

type Dependencies = {
  store: Pick<
    Store,
    | 'claimJob'
    | 'renewLease'
    | 'failJob'
    | 'releaseJob'
    | 'listJobs'
    | 'retryJob'
    | 'countOpenJobs'
    | 'enqueueDueExtractions'
  >;
  handlers: Record<JobKind, JobHandler>;
  worker: string;
  log: Log;
  options: MemoryOptions;
};

/** Claims due jobs one after the other and runs them. Several runners on one store share the work. */
export function createJobRunner({ store, handlers, worker, log, options }: Dependencies) {
  const stopping = new AbortController();

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
    await store.enqueueDueExtractions();
    const job = await store.claimJob(worker, options.jobs.lease, options.jobs.attempts);
    if (job) await run(job);
    return job;
  }

  async function run(job: Job): Promise<void> {
    const lease = holdLease(job);
    try {
      await handlers[job.kind](job, { worker, signal: lease.signal });
      log.info({ job: job.id, kind: job.kind, attempt: job.attempts }, 'job done');
    } catch (error) {
      await giveUp(job, error);
    } finally {
      lease.release();
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

  async function giveUp(job: Job, error: unknown): Promise<void> {
    if (error instanceof MemoryError && error.code === 'lease_lost') {
      log.warn({ job: job.id, kind: job.kind }, 'job was taken up by another worker; nothing was applied');
      return;
    }
    if (stopping.signal.aborted) {
      await store.releaseJob(job.id, worker);
      return;
    }
    const text = error instanceof Error ? error.message : String(error);
    const failed = await store.failJob(job.id, worker, {
      error: text,
      retryable: !(error instanceof MemoryError) || error.isRetryable,
      attempts: options.jobs.attempts,
      firstDelay: options.jobs.firstDelay,
      longestDelay: options.jobs.longestDelay,
    });
    log.warn(
      { job: job.id, kind: job.kind, attempt: job.attempts, status: failed.status, error: text },
      failed.status === 'dead'
        ? 'job is dead; retry it when its cause is gone'
        : 'job failed; it is tried again later',
    );
  }
}
