import { z } from 'zod';
import { eventActions } from '../types.ts';
import type { StoredRow } from '../store/stored-rows.ts';

const history = z.array(
  z.object({
    at: z.iso.datetime({ offset: true }),
    action: z.enum(eventActions),
    reason: z.string(),
    actor_kind: z.enum(['session', 'job', 'user', 'agent']),
    actor_id: z.string().nullish(),
  }),
);

/** What is wrong with the history of a memory from another store, and where; null when nothing is. */
export function historyProblem(row: StoredRow): string | null {
  if (row['history'] === undefined || row['history'] === null) return null;
  const parsed = history.safeParse(row['history']);
  const issue = parsed.error?.issues[0];
  return issue ? `${['history', ...issue.path].join('.')}: ${issue.message}` : null;
}
