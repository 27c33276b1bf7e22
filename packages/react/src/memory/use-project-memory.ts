import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { MemoryFilter } from './memory-types.ts';
import { useMemoryChanges } from './use-memory-changes.ts';

/** How many memories a page of the list has. */
const page = 200;

export type ProjectMemoryOptions = {
  /** Whose memory; absent: that of the server's own project. */
  project?: string | undefined;
  filter?: MemoryFilter;
  /** Also what was replaced, contradicted or has faded. */
  includeInvalid?: boolean;
};

/** What is remembered of a project, newest first, in pages, and what can be done with it. */
export function useProjectMemory({
  project,
  filter = {},
  includeInvalid = false,
}: ProjectMemoryOptions = {}) {
  const { client } = useDevai();
  const changes = useMemoryChanges({ project });
  const list = useInfiniteQuery({
    queryKey: [...keys.memories, 'list', project, filter, includeInvalid],
    placeholderData: keepPreviousData,
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = {
        ...filter,
        project,
        includeInvalid,
        after: pageParam,
        limit: page,
      };
      return client.ask('GET /api/memory', { query, signal });
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return { ...list, ...changes, memories: list.data?.pages.flatMap(({ memories }) => memories) ?? [] };
}
