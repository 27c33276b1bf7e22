import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

export type Document = Answer<'GET /api/memory/documents', 'sent'>['documents'][number];

/** How many a page of the list has. */
const page = 100;

/** The documents that a project reads, by path, in pages. */
export function useDocuments({ project }: { project?: string | undefined } = {}) {
  const { client, changed } = useDevai();
  const list = useInfiniteQuery({
    queryKey: [...keys.documents, 'list', project],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = { project, after: pageParam, limit: page };
      return client.ask('GET /api/memory/documents', { query, signal });
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.ask('DELETE /api/memory/documents/:id', { path: { id } }),
    onSettled: () => changed(keys.documents, keys.contexts),
  });
  return { ...list, documents: list.data?.pages.flatMap(({ documents }) => documents) ?? [], remove };
}
