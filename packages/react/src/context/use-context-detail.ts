import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { components } from '../openapi.ts';

export type ContextSection = components['schemas']['ContextSection'];
export type SectionChange = components['schemas']['SectionChange'];
export type ChangedItem = components['schemas']['ChangedItem'];

/** What a model saw: its sections with what was in and out, and its messages. `replay` assembles it again, and tells whether it is the same. */
export function useContextDetail(id: string) {
  const { client } = useDevai();
  const at = { params: { path: { contextId: id } } };
  const context = useQuery({
    queryKey: [...keys.contexts, 'one', id],
    queryFn: ({ signal }) => dataOf(client.GET('/api/memory/debug/{contextId}', { ...at, signal })),
  });
  const replay = useMutation({
    mutationFn: () =>
      dataOf(
        client.POST('/api/memory/replay/{contextId}', {
          params: { ...at.params, query: { retrieve: 'true' } },
        }),
      ),
  });
  return { context, replay };
}

/** What differs between two contexts, by section; null asks for nothing. */
export function useContextDiff({ before, after }: { before: string | null; after: string }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.contexts, 'diff', before, after],
    enabled: before !== null,
    queryFn: ({ signal }) =>
      dataOf(client.GET('/api/memory/diff', { params: { query: { before: before ?? '', after } }, signal })),
  });
}
