import type { Answer } from '@devai/fastify/protocol/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDevai } from './devai-provider.tsx';
import { keys } from './keys.ts';

type Store = 'memories' | 'messages' | 'sessions' | 'documents';

/** A memory, a message, a session or a part of a document that was found. */
export type StoreHit = Exclude<
  Answer<'POST /api/memory/search', 'sent'>,
  { messages: unknown }
>['hits'][number];

export type StoreSearchOptions = { text: string; project?: string | undefined; stores: readonly Store[] };

/** What fits words in several stores at once, best first; nothing while there are no words. */
export function useStoreSearch({ text, project, stores }: StoreSearchOptions) {
  const { client } = useDevai();
  const search = useQuery({
    queryKey: [...keys.memories, 'stores', project, stores, text],
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { text, project, stores: [...stores] };
      const found = await client.ask('POST /api/memory/search', { json: body, signal });
      return 'messages' in found ? [] : found.hits;
    },
  });
  return { ...search, hits: search.data ?? [] };
}
