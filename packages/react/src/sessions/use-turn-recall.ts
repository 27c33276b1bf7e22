import { useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';

/** What the turn of a message recalled, and why, as it was recorded. */
export function useTurnRecall({ session, message }: { session: string; message: number }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.memories, 'recall', session, message],
    queryFn: ({ signal }) =>
      client.ask('GET /api/memory/sessions/:id/recall', {
        path: { id: session },
        query: { message },
        signal,
      }),
  });
}
