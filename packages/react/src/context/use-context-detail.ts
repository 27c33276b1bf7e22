import { useMutation, useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

export type ContextSection = Answer<'GET /api/memory/debug/:contextId', 'sent'>['sections'][number];
export type SectionChange = Answer<'GET /api/memory/diff', 'sent'>['sections'][number];
export type ChangedItem = SectionChange['items'][number];

/** What a model saw: its sections with what was in and out, and its messages. `replay` assembles it again, and tells whether it is the same. */
export function useContextDetail(id: string) {
  const { client } = useDevai();
  const at = { path: { contextId: id } };
  const context = useQuery({
    queryKey: [...keys.contexts, 'one', id],
    queryFn: ({ signal }) => client.ask('GET /api/memory/debug/:contextId', { ...at, signal }),
  });
  const replay = useMutation({
    mutationFn: () =>
      client.ask('POST /api/memory/replay/:contextId', {
        ...at,
        query: { retrieve: true },
      }),
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
      client.ask('GET /api/memory/diff', { query: { before: before ?? '', after }, signal }),
  });
}
