import type { Job } from '@devai/memory';
import type { z } from 'zod';
import type { shownJob } from '../../protocol/job.ts';

export function toShownJob(job: Job): z.infer<typeof shownJob> {
  return {
    ...job,
    runAt: job.runAt.toISOString(),
    leasedUntil: job.leasedUntil?.toISOString() ?? null,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}
