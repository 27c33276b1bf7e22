import { useStoreSearch, type StoreHit } from '../use-store-search.ts';

/** A session in which something was said or done that fits the words. */
export type FoundSession = { id: string; name: string | null; text: string; at: string };

/** Sessions that fit words, best first; none while there are no words. */
export function useSessionSearch({ text, project }: { text: string; project?: string | undefined }) {
  const search = useStoreSearch({ text, project, stores: ['messages', 'sessions'] });
  return { ...search, data: search.data && sessionsOf(search.data) };
}

function sessionsOf(hits: StoreHit[]): FoundSession[] {
  const sessions = new Map<string, FoundSession>();
  for (const hit of hits) {
    const session = sessionOf(hit);
    if (session && !sessions.has(session.id)) sessions.set(session.id, session);
  }
  return [...sessions.values()];
}

function sessionOf(hit: StoreHit): FoundSession | null {
  if (hit.store === 'sessions') {
    const { id, name, gist, lastActiveAt } = hit.session;
    return { id, name, text: gist ?? '', at: lastActiveAt };
  }
  if (hit.store !== 'messages') return null;
  const { sessionId, content, createdAt } = hit.message;
  return { id: sessionId, name: hit.sessionName, text: content, at: createdAt };
}
