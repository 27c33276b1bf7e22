import { useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';

/** One memory, valid or not, with its history and what it is related to. */
export function useMemory(id: string) {
  const { client } = useDevai();
  const at = { path: { id } };
  const queryKey = [...keys.memories, 'one', id];
  const memory = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.ask('GET /api/memory/:id', { ...at, signal }),
  });
  const history = useQuery({
    queryKey: [...queryKey, 'history'],
    queryFn: async ({ signal }) =>
      (await client.ask('GET /api/memory/:id/history', { ...at, signal })).events,
  });
  const relations = useQuery({
    queryKey: [...queryKey, 'relations'],
    queryFn: async ({ signal }) =>
      (await client.ask('GET /api/memory/:id/relations', { ...at, signal })).relations,
  });
  return { memory, history, relations };
}
