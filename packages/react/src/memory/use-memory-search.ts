import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';
import type { MemoryFilter } from './memory-types.ts';

/** A memory that was found, with what explains its place. */
export type Hit = Extract<Answer<'POST /api/memory/search', 'sent'>, { messages: unknown }>['hits'][number];

export type MemorySearchOptions = { text: string; project?: string | undefined; filter?: MemoryFilter };

/** Memories that fit a text, best first, each with its scores and the reason; none while there is no text. */
export function useMemorySearch({ text, project, filter = {} }: MemorySearchOptions) {
  const { client } = useDevai();
  const search = useQuery({
    queryKey: [...keys.memories, 'search', project, filter, text],
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { text, project, limit: 50, ...filter };
      const found = await client.ask('POST /api/memory/search', { json: body, signal });
      return 'messages' in found ? found : { hits: [], degraded: found.degraded };
    },
  });
  return { ...search, hits: search.data?.hits ?? [] };
}
