import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

export type Session = Answer<'GET /api/memory/sessions', 'sent'>['sessions'][number];

/** How many sessions a page of the list has. */
const page = 50;

/** Sessions of a project (absent: the server's own) with messages or a name, last active first, in pages; without those of delegated tasks. */
export function useSessions({ project }: { project?: string | undefined } = {}) {
  const { client, changed } = useDevai();
  const list = useInfiniteQuery({
    queryKey: [...keys.sessions, 'list', project],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      client.ask('GET /api/memory/sessions', {
        query: { project, before: pageParam, limit: page },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ sessions }) => sessions),
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      client.ask('PUT /api/memory/sessions/:id', { path: { id }, json: { name } }),
    onSettled: () => changed(keys.sessions),
  });
  /** Erases a session; the memories that came from it stay, and are in the answer. */
  const remove = useMutation({
    mutationFn: (id: string) => client.ask('DELETE /api/memory/sessions/:id', { path: { id } }),
    onSettled: () => changed(keys.sessions, keys.contexts, keys.memories),
  });
  return { ...list, sessions: list.data ?? [], rename, remove };
}
