import { useQueries } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import type { Session } from './use-sessions.ts';

/** How many first messages are searched for the user's. */
const beginning = 5;

/** What sessions are called: their name, else the user's first words, by id. */
export function useSessionTitles(sessions: Session[]): Map<string, string> {
  const { client } = useDevai();
  const nameless = sessions.filter(({ name }) => name === null);
  const openings = useQueries({
    queries: nameless.map(({ id }) => ({
      queryKey: ['openings', id],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () => {
        const params = { path: { id }, query: { limit: beginning } };
        const { messages } = await dataOf(client.GET('/api/memory/sessions/{id}', { params }));
        return messages.find(({ role, type }) => role === 'user' && type !== 'notice')?.content ?? null;
      },
    })),
  });
  const titles = new Map(sessions.map(({ id, name }) => [id, name ?? '']));
  for (const [index, { id }] of nameless.entries()) titles.set(id, openings[index]?.data ?? '');
  return titles;
}
