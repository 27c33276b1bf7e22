import { jobKinds } from '@devai/memory/types';
import { z } from 'zod';
import { isoTime } from './memory.ts';

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

/** A list, newest first. */
export const jobPage = z.object({ jobs: z.array(shownJob) });

/** What was taken back of a job. */
export const undone = z.object({
  undone: z.array(z.object({ memoryId: z.guid(), action: z.enum(['invalidated', 'restored', 'reverted']) })),
  left: z
    .array(z.object({ memoryId: z.guid(), reason: z.string() }))
    .describe('what was changed since, and so was not touched'),
});
