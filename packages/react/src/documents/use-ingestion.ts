import { skipToken, useMutation, useMutationState, useQuery, type Mutation } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import { ingestFile, type Ingested, type Progress } from './ingest-file.ts';

type Sent = { key: number; file: File; project: string | undefined };

/** A file on its way into memory. */
export type Ingestion = Sent & {
  state: 'waits' | 'runs' | 'done' | 'failed';
  result: Ingested | undefined;
  error: Error | null;
};

const mutationKey = ['ingestion'];
let latest = 0;
/** What cancels the file of a key while it is sent. */
const running = new Map<number, AbortController>();

/**
 * Files that are ingested, one after another, whichever view is shown. A file can be cancelled until it is stored, and
 * sent again after a failure; `clear` forgets the files that ended.
 */
export function useIngestion({ project }: { project?: string | undefined } = {}) {
  const { client, queries, changed } = useDevai();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'ingestion' },
    gcTime: Infinity,
    async mutationFn({ key, file, project: of }: Sent) {
      const controller = new AbortController();
      running.set(key, controller);
      try {
        return await ingestFile({
          ...{ client, file, project: of, signal: controller.signal },
          onProgress: (progress) => queries.setQueryData<Progress>(progressKey(key), progress),
        });
      } finally {
        running.delete(key);
      }
    },
    // a file that failed on the way may be stored in part
    onSettled: () => changed(keys.documents),
  });
  const files = useMutationState({ filters: { mutationKey }, select: read }).flatMap((one) => one ?? []);
  const forget = (isForgotten: (one: Ingestion) => boolean): void => {
    const cache = queries.getMutationCache();
    for (const mutation of cache.findAll({ mutationKey })) {
      const one = read(mutation);
      if (one && isForgotten(one)) cache.remove(mutation);
    }
  };
  return {
    files,
    /** `everywhere`: every project reads them. */
    send(sent: Iterable<File>, { everywhere = false } = {}) {
      for (const file of sent) mutate({ key: (latest += 1), file, project: everywhere ? '' : project });
    },
    again({ key, file, project: of }: Ingestion) {
      forget((one) => one.key === key);
      mutate({ key: (latest += 1), file, project: of });
    },
    /** A file that waits is not sent at all. */
    cancel({ key }: Ingestion) {
      const controller = running.get(key);
      if (controller) controller.abort();
      else forget((one) => one.key === key);
    },
    clear: () => forget(({ state }) => state === 'done' || state === 'failed'),
  };
}

/** How far the ingestion of a file is; null before the first chunk. */
export function useIngestionProgress({ key }: Pick<Ingestion, 'key'>): Progress | null {
  return useQuery<Progress>({ queryKey: progressKey(key), queryFn: skipToken }).data ?? null;
}

const progressKey = (key: number) => [...mutationKey, key];

function read({ state }: Mutation): Ingestion | null {
  const { status, isPaused, data, error } = state;
  if (!isSent(state.variables)) return null;
  return {
    ...state.variables,
    state: status === 'pending' ? (isPaused ? 'waits' : 'runs') : status === 'error' ? 'failed' : 'done',
    result: isIngested(data) ? data : undefined,
    error,
  };
}

const isSent = (given: unknown): given is Sent =>
  typeof given === 'object' && given !== null && 'key' in given && 'file' in given;
const isIngested = (given: unknown): given is Ingested =>
  typeof given === 'object' && given !== null && 'document' in given;
