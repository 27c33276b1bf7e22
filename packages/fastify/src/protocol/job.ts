import { jobRecord } from '@devai/memory/store/jobs';
import { z } from 'zod';

export { jobStatuses, undoneJob as undone } from '@devai/memory/store/jobs';

/** A background job. Its payload, which may hold statements of any project, is not shown. */
export const shownJob = jobRecord
  .omit({ payload: true, leasedBy: true })
  .extend({
    did: z
      .string()
      .nullable()
      .describe('what it did, or why it failed and what to do, in words; null before its end'),
  })
  .meta({ id: 'Job' });
export type ShownJob = z.infer<typeof shownJob>;

/** How many jobs were made due. */
export const retried = z.object({ retried: z.int() });

/** A list, newest first. */
export const jobPage = z.object({ jobs: z.array(shownJob) });
