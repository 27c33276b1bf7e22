import { useInfiniteQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';

/** How many a page of the list has. */
const page = 50;

type Options = {
  /** Absent: the server's own project. */
  project?: string | undefined;
  /** Of one session alone. */
  session?: string | undefined;
};

/** What models were sent, newest first, in pages. */
export function useContextList({ project, session }: Options = {}) {
  const { client } = useDevai();
  const list = useInfiniteQuery({
    queryKey: [...keys.contexts, 'list', project, session],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = { project, session, before: pageParam, limit: page };
      return client.ask('GET /api/memory/contexts', { query, signal });
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return { ...list, contexts: list.data?.pages.flatMap(({ contexts }) => contexts) ?? [] };
}
