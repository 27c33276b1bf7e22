import { useQuery } from '@tanstack/react-query';
import { useDevai } from './devai-provider.tsx';
import { keys } from './keys.ts';

/** Milliseconds after which it is asked again. */
const every = 15_000;

/** The health of the server; an error while it does not answer. */
export function useServer() {
  const { client } = useDevai();
  return useQuery({
    queryKey: keys.server,
    refetchInterval: every,
    queryFn: ({ signal }) => client.ask('GET /api/health', { signal }),
  });
}
