import { sessionPage } from '@devai/api/protocol/session';
import type { z } from 'zod';
import { ask, type Api, type Asking } from './api.ts';

type ShownSession = z.infer<typeof sessionPage>['sessions'][number];

/** The most sessions that the server lists at once. */
const page = 200;

/** The last active sessions in which something was said, `limit` at most. A client that only connects leaves one in which nothing was. */
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
    spoken.push(...sessions.filter(({ messageCount }) => messageCount > 0));
    before = next?.toISOString();
  } while (before !== undefined && spoken.length < limit);
  return spoken.slice(0, limit);
}
