import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { operations } from '../openapi.ts';

/** What one operation used of a model on a day. */
export type DayUse = operations['getStats']['responses'][200]['content']['application/json']['days'][number];

/** Counts of the whole store, and what it used by day. */
export function useStats() {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.server, 'stats'],
    queryFn: ({ signal }) => dataOf(client.GET('/api/memory/stats', { signal })),
  });
}

/** What a server finds of itself: each check with what to do about it. */
export function useDoctor() {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.server, 'doctor'],
    queryFn: async ({ signal }) => (await dataOf(client.GET('/api/memory/doctor', { signal }))).checks,
  });
}
