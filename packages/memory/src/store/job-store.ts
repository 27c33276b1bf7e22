import { z } from 'zod';
import type { Database } from '../ports.ts';
import { jobRow, moment, parseResult } from './rows.ts';
import type { JobStore } from './store.ts';

const openJobs = z
  .object({ open: z.number(), due: z.number(), dead: z.number(), next_run_at: moment.nullable() })
  .transform(({ open, due, dead, next_run_at }) => ({ open, due, dead, nextRunAt: next_run_at }));

/** Background jobs, over SQL functions of the same names. */
export function createJobStore(database: Database): JobStore {
  return {
    async enqueueJob({ kind, key, payload, delaySeconds }) {
      const row = await database.call('enqueue_job', { kind, key, payload, delay_seconds: delaySeconds });
      return parseResult(jobRow, row);
    },
    async claimJob(worker, leaseSeconds, attempts) {
      const row = await database.call('claim_job', {
        worker,
        lease_seconds: leaseSeconds,
        maximum_attempts: attempts,
      });
      return parseResult(jobRow.nullable(), row);
    },
    async renewLease(jobId, worker, leaseSeconds) {
      await database.call('renew_lease', { job_id: jobId, worker, lease_seconds: leaseSeconds });
    },
    async completeJob(jobId, worker, result) {
      await database.call('complete_job', { job_id: jobId, worker, result });
    },
    async failJob(jobId, worker, { error, retryable, attempts, firstDelay, longestDelay }) {
      const row = await database.call('fail_job', {
        job_id: jobId,
        worker,
        error,
        retryable,
        maximum_attempts: attempts,
        first_delay: firstDelay,
        longest_delay: longestDelay,
      });
      return parseResult(jobRow, row);
    },
    async releaseJob(jobId, worker) {
      await database.call('release_job', { job_id: jobId, worker });
    },
    async listJobs({ status, limit }) {
      return parseResult(z.array(jobRow), await database.call('list_jobs', { status, limit }));
    },
    async retryJob(id) {
      return parseResult(jobRow, await database.call('retry_job', { id }));
    },
    async countOpenJobs() {
      return parseResult(openJobs, await database.call('count_open_jobs', {}));
    },
  };
}
