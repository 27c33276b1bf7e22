import { useInfiniteQuery, useMutation, type InfiniteData } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { components } from '../openapi.ts';

export type Document = components['schemas']['Document'];
type DocumentPage = { documents: Document[]; next: string | null };

/** How many a page of the list has. */
const page = 100;
const lists = [...keys.documents, 'list'];

/** The documents that a project reads, by path, in pages. `remove` shows at once, and is taken back when the server refuses it. */
export function useDocuments({ project }: { project?: string | undefined } = {}) {
  const { client, queries, changed } = useDevai();
  const list = useInfiniteQuery({
    queryKey: [...lists, project],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = { project, after: pageParam, limit: page };
      return dataOf<DocumentPage>(client.GET('/api/memory/documents', { params: { query }, signal }));
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      dataOf(client.DELETE('/api/memory/documents/{id}', { params: { path: { id } } })),
    async onMutate(id) {
      await queries.cancelQueries({ queryKey: lists });
      const before = queries.getQueriesData<InfiniteData<DocumentPage>>({ queryKey: lists });
      queries.setQueriesData<InfiniteData<DocumentPage>>({ queryKey: lists }, (shown) => {
        const pages = shown?.pages.map((one) => ({
          ...one,
          documents: one.documents.filter((document) => document.id !== id),
        }));
        return shown && pages && { ...shown, pages };
      });
      return () => {
        for (const [key, shown] of before) queries.setQueryData(key, shown);
      };
    },
    onError: (_error, _id, takeBack) => takeBack?.(),
    onSettled: () => changed(keys.documents, keys.contexts),
  });
  return { ...list, documents: list.data?.pages.flatMap(({ documents }) => documents) ?? [], remove };
}
