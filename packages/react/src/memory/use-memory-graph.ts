import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { components } from '../openapi.ts';

export type MemoryGraph = components['schemas']['MemoryGraph'];

/** A project's own memories and how they are related, the most related first. Null asks for nothing. */
export function useMemoryGraph(project: string | null) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.memories, 'graph', project],
    enabled: project !== null,
    queryFn: ({ signal }) =>
      dataOf(
        client.GET('/api/project/{id}/graph', { params: { path: { id: project ?? '' }, query: {} }, signal }),
      ),
  });
}
