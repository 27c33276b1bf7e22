import { z } from 'zod';
import type { Database } from '../ports.ts';
import { jobRow, moment, parseResult } from './rows.ts';
import type { JobStore } from './stored-jobs.ts';
import { toUsageInput } from './usage-input.ts';

const openJobs = z
  .object({ open: z.number(), due: z.number(), dead: z.number(), next_run_at: moment.nullable() })
  .transform(({ open, due, dead, next_run_at }) => ({ open, due, dead, nextRunAt: next_run_at }));

const undoneJob = z
  .object({
    undone: z.array(
      z.object({ memory_id: z.string(), action: z.enum(['invalidated', 'restored', 'reverted']) }),
    ),
    left: z.array(z.object({ memory_id: z.string(), reason: z.string() })),
  })
  .transform(({ undone, left }) => ({
    undone: undone.map(({ memory_id: memoryId, action }) => ({ memoryId, action })),
    left: left.map(({ memory_id: memoryId, reason }) => ({ memoryId, reason })),
  }));

/** Background jobs, over SQL functions of the same names. */
export function createJobStore(database: Database): JobStore {
  return {
    async enqueueJob({ kind, key, payload, delaySeconds }) {
      const row = await database.call('enqueue_job', { kind, key, payload, delay_seconds: delaySeconds });
      return parseResult(jobRow, row);
    },
    async claimJob(worker, leaseSeconds, attempts, { ceiling = null, embedder = null } = {}) {
      const row = await database.call('claim_job', {
        worker,
        lease_seconds: leaseSeconds,
        maximum_attempts: attempts,
        daily_token_limit: ceiling?.tokens ?? null,
        billed_kinds: ceiling?.kinds ?? null,
        embedder,
      });
      return parseResult(jobRow.nullable(), row);
    },
    async renewLease(jobId, worker, leaseSeconds) {
      await database.call('renew_lease', { job_id: jobId, worker, lease_seconds: leaseSeconds });
    },
    async completeJob(jobId, worker, result, usage = []) {
      await database.call('complete_job', { job_id: jobId, worker, result, usage: toUsageInput(usage) });
    },
    async failJob(jobId, worker, { usage = [], counted = true, ...failure }) {
      const row = await database.call('fail_job', {
        job_id: jobId,
        worker,
        error: failure.error,
        retryable: failure.retryable,
        counted,
        maximum_attempts: failure.attempts,
        first_delay: failure.firstDelay,
        longest_delay: failure.longestDelay,
        usage: toUsageInput(usage),
      });
      return parseResult(jobRow, row);
    },
    async releaseJob(jobId, worker, usage = []) {
      await database.call('release_job', { job_id: jobId, worker, usage: toUsageInput(usage) });
    },
    async getJob(id) {
      return parseResult(jobRow.nullable(), await database.call('get_job', { id }));
    },
    async undoJob(id, actor, reason) {
      const result = await database.call('undo_job', {
        id,
        actor_kind: actor.kind,
        actor_id: actor.id,
        reason,
      });
      return parseResult(undoneJob, result);
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
