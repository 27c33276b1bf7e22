import { jobKinds, type Job } from '@devai/memory';
import { z } from 'zod';
import { isoTime } from './shown-memory.ts';

export const jobStatuses = ['waiting', 'running', 'done', 'dead'] as const;

/** A background job. Its payload, which may hold statements of any project, is not shown. */
export const shownJob = z
  .object({
    id: z.guid(),
    kind: z.enum(jobKinds),
    key: z.string().describe("the session's or memory's id that it is about"),
    status: z.enum(jobStatuses),
    attempts: z.int(),
    runAt: isoTime,
    leasedUntil: isoTime.nullable(),
    error: z.string().nullable(),
    result: z.record(z.string(), z.unknown()).nullable(),
    createdAt: isoTime,
    finishedAt: isoTime.nullable(),
  })
  .meta({ id: 'Job' });

export function toShownJob(job: Job): z.infer<typeof shownJob> {
  return {
    ...job,
    runAt: job.runAt.toISOString(),
    leasedUntil: job.leasedUntil?.toISOString() ?? null,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}
