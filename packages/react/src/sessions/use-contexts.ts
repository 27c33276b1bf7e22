import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { components } from '../openapi.ts';

export type ContextSummary = components['schemas']['ContextSummary'];

/** What the models of a session were sent lately, newest first, with tokens and cost. */
export function useContexts({ session }: { session: string | null }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.contexts, session],
    enabled: session !== null,
    queryFn: async ({ signal }) => {
      const query = { session: session ?? undefined, limit: 200 };
      const { contexts } = await dataOf(client.GET('/api/memory/contexts', { params: { query }, signal }));
      return contexts;
    },
  });
}
