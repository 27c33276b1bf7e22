import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ApiError, connect, type Client, type ClientOptions } from './client.ts';

type Devai = {
  client: Client;
  queries: QueryClient;
  /** Refetches the queries under these keys, in other tabs too. */
  changed: (...keys: QueryKey[]) => void;
};

const DevaiContext = createContext<Devai | null>(null);

/** Connects all hooks below it to a server. */
export function DevaiProvider({
  url,
  token,
  onUnauthorized,
  children,
}: ClientOptions & { children: ReactNode }): ReactNode {
  const [queries] = useState(createQueries);
  const client = useMemo(() => connect({ url, token, onUnauthorized }), [url, token, onUnauthorized]);
  const [tabs, setTabs] = useState<BroadcastChannel | null>(null);
  const devai = useMemo(() => {
    const changed = (...keys: QueryKey[]): void => {
      invalidate(queries, keys);
      tabs?.postMessage(keys);
    };
    return { client, queries, changed };
  }, [client, queries, tabs]);
  useEffect(() => {
    const opened = new BroadcastChannel('devai');
    opened.addEventListener('message', ({ data }: MessageEvent<QueryKey[]>) => invalidate(queries, data));
    setTabs(opened);
    return () => opened.close();
  }, [queries]);
  // with another token, what was refused may be read
  useEffect(() => void queries.invalidateQueries(), [client, queries]);
  return (
    <QueryClientProvider client={queries}>
      <DevaiContext value={devai}>{children}</DevaiContext>
    </QueryClientProvider>
  );
}

function invalidate(queries: QueryClient, keys: QueryKey[]): void {
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
}

/** What all hooks share; throws outside of a `DevaiProvider`. */
export function useDevai(): Devai {
  const devai = use(DevaiContext);
  if (devai === null) throw new Error('this hook needs a DevaiProvider above it');
  return devai;
}

/** Milliseconds after which a query that failed on the way is sent again. */
const afterFailure = 5_000;

const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && error.status > 0 && error.status < 500;

/**
 * Queries that fail on the way are retried until the server answers; a refusal is final. The server may run on this
 * computer, so requests are sent even when the browser is offline.
 */
const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        refetchInterval: ({ state: { error } }) =>
          error !== null && !isRefusal(error) ? afterFailure : false,
      },
    },
  });
