import { useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

/** What one operation used of a model on a day. */
export type DayUse = Answer<'GET /api/memory/stats', 'sent'>['days'][number];

/** Counts of the whole store, and what it used by day. */
export function useStats() {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.server, 'stats'],
    queryFn: ({ signal }) => client.ask('GET /api/memory/stats', { signal }),
  });
}

/** What a server finds of itself: each check with what to do about it. */
export function useDoctor() {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.server, 'doctor'],
    queryFn: async ({ signal }) => (await client.ask('GET /api/memory/doctor', { signal })).checks,
  });
}
