import { useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

export type ContextSummary = Answer<'GET /api/memory/contexts', 'sent'>['contexts'][number];

/** Requests that are read of a session. */
export const mostContexts = 200;

/** What the models of a session were sent lately, newest first, with tokens and cost. */
export function useContexts({ session }: { session: string | null }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.contexts, session],
    enabled: session !== null,
    queryFn: async ({ signal }) => {
      const query = { session: session ?? undefined, limit: mostContexts };
      const { contexts } = await client.ask('GET /api/memory/contexts', { query, signal });
      return contexts;
    },
  });
}
