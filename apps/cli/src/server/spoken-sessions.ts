import { sessionPage } from '@devai/api/protocol/session';
import type { z } from 'zod';
import { ask, type Api, type Asking } from './api.ts';

type ShownSession = z.infer<typeof sessionPage>['sessions'][number];

/** The most sessions that the server lists at once. */
const page = 200;

/** The last active sessions in which something was said or that have a name, `limit` at most. A client that only connects leaves another. */
export async function listSpokenSessions(
  api: Api,
  { limit, ...query }: { limit: number } & NonNullable<Asking['query']>,
  signal?: AbortSignal,
): Promise<ShownSession[]> {
  const spoken: ShownSession[] = [];
  let before: string | undefined;
  do {
    const { sessions, next } = await ask(api, sessionPage, ['GET', '/api/memory/sessions'], {
      query: { ...query, before, limit: page },
      ...(signal && { signal }),
    });
    spoken.push(...sessions.filter(({ messageCount, name }) => messageCount > 0 || name !== null));
    before = next?.toISOString();
  } while (before !== undefined && spoken.length < limit);
  return spoken.slice(0, limit);
}
