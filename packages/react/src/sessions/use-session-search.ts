import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

/** A session in which something was said or done that fits the words. */
export type FoundSession = { id: string; name: string | null; text: string; at: string };

type StoreHit = Exclude<Answer<'POST /api/memory/search', 'sent'>, { messages: unknown }>['hits'][number];

/** Sessions that fit words, best first; none while there are no words. */
export function useSessionSearch({ text, project }: { text: string; project?: string | undefined }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.sessions, 'search', project, text],
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { text, project, stores: ['messages' as const, 'sessions' as const] };
      const found = await client.ask('POST /api/memory/search', { json: body, signal });
      const sessions = new Map<string, FoundSession>();
      for (const hit of 'messages' in found ? [] : found.hits) {
        const session = sessionOf(hit);
        if (session && !sessions.has(session.id)) sessions.set(session.id, session);
      }
      return [...sessions.values()];
    },
  });
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
