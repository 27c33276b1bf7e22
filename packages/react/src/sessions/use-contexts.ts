import { useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

export type ContextSummary = Answer<'GET /api/memory/contexts', 'sent'>['contexts'][number];

/** Whether no model was asked: the server has none, and the reply shows what is remembered. */
export const askedNoModel = ({ model }: Pick<ContextSummary, 'model'>): boolean => model === 'offline';

/** The tokens that a model read: as its provider reported them, else as they were counted before. */
export const tokensRead = ({ usage, tokens }: Pick<ContextSummary, 'usage' | 'tokens'>): number =>
  usage?.inputTokens || tokens;

/** What the models of a session were sent lately, newest first, with tokens and cost. */
export function useContexts({ session }: { session: string | null }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.contexts, session],
    enabled: session !== null,
    queryFn: async ({ signal }) => {
      const query = { session: session ?? undefined, limit: 200 };
      const { contexts } = await client.ask('GET /api/memory/contexts', { query, signal });
      return contexts;
    },
  });
}
