import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { components } from '../openapi.ts';

export type Session = components['schemas']['Session'];

/** How many sessions a page of the list has. */
const page = 50;

/** Sessions of a project (absent: the server's own) with messages or a name, last active first, in pages; without those of delegated tasks. */
export function useSessions({ project }: { project?: string | undefined } = {}) {
  const { client, changed } = useDevai();
  const list = useInfiniteQuery({
    queryKey: [...keys.sessions, 'list', project],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      dataOf(
        client.GET('/api/memory/sessions', {
          params: { query: { project, before: pageParam, limit: page } },
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ sessions }) => sessions),
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      dataOf(client.PUT('/api/memory/sessions/{id}', { params: { path: { id } }, body: { name } })),
    onSettled: () => changed(keys.sessions),
  });
  /** Erases a session; the memories that came from it stay, and are in the answer. */
  const remove = useMutation({
    mutationFn: (id: string) =>
      dataOf(client.DELETE('/api/memory/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => changed(keys.sessions, keys.contexts, keys.memories),
  });
  return { ...list, sessions: list.data ?? [], rename, remove };
}
