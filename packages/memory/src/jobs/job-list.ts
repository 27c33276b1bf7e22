import type { z } from 'zod';
import type { Job, UndoneJob } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Actor } from '../types.ts';
import type { jobListQuery } from './job-runner.ts';

const byUser: Actor = { kind: 'user', id: null };

/** The jobs of one user: shown, tried again, undone. */
export const createJobList = (store: Pick<Store, 'listJobs' | 'getJob' | 'undoJob' | 'retryJob'>) => ({
  list: (query: z.input<typeof jobListQuery> = {}): Promise<Job[]> =>
    store.listJobs({ status: query.status ?? null, limit: query.limit ?? 50 }),
  get: (id: string): Promise<Job | null> => store.getJob(id),
  /**
   * Undoes, in one transaction, what a finished job did to memories: its additions become invalid, what it replaced or contradicted becomes
   * valid. Memories changed since are left alone and listed. Its messages are not extracted again. Idempotent. Throws `not_found`, and
   * `conflict` while the job waits or runs.
   */
  undo: (id: string, reason: string, actor = byUser): Promise<UndoneJob> => store.undoJob(id, actor, reason),
  /** Makes a dead job due now, with all its tries. Throws `not_found`. */
  retry: (id: string): Promise<Job> => store.retryJob(id),
});
