import { useInfiniteQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer } from '@devai/fastify/protocol/client';

/** A part of a document's text, as it is searched and put into prompts. */
export type Chunk = Answer<'GET /api/memory/documents/:id', 'sent'>['chunks'][number];

/** One document with its chunks, in pages. */
export function useDocument(id: string) {
  const { client } = useDevai();
  const passages = useInfiniteQuery({
    queryKey: [...keys.documents, 'one', id],
    initialPageParam: 1,
    queryFn: ({ pageParam: firstLine, signal }) =>
      client.ask('GET /api/memory/documents/:id', {
        path: { id },
        query: { firstLine },
        signal,
      }),
    getNextPageParam: ({ nextLine }) => nextLine ?? undefined,
  });
  const pages = passages.data?.pages ?? [];
  // a chunk that lies across two pages is of both
  const chunks = new Map(pages.flatMap((page) => page.chunks.map((chunk) => [chunk.number, chunk])));
  return { ...passages, document: pages.at(-1)?.document, chunks: Array.from(chunks.values()) };
}
