import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { components } from '../openapi.ts';

export type Document = components['schemas']['Document'];

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
      return dataOf(client.GET('/api/memory/documents', { params: { query }, signal }));
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      dataOf(client.DELETE('/api/memory/documents/{id}', { params: { path: { id } } })),
    onSettled: () => changed(keys.documents, keys.contexts),
  });
  return { ...list, documents: list.data?.pages.flatMap(({ documents }) => documents) ?? [], remove };
}
