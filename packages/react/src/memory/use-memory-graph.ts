import { useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

export type MemoryGraph = Answer<'GET /api/project/:id/graph', 'sent'>;

/** A project's own memories and how they are related, the most related first. Null asks for nothing. */
export function useMemoryGraph(project: string | null) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.memories, 'graph', project],
    enabled: project !== null,
    queryFn: ({ signal }) =>
      client.ask('GET /api/project/:id/graph', { path: { id: project ?? '' }, query: {}, signal }),
  });
}
