import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';

/** What the turn of a message recalled, and why, as it was recorded. */
export function useTurnRecall({ session, message }: { session: string; message: number }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.memories, 'recall', session, message],
    queryFn: ({ signal }) =>
      dataOf(
        client.GET('/api/memory/sessions/{id}/recall', {
          params: { path: { id: session }, query: { message } },
          signal,
        }),
      ),
  });
}
