import { useMutation, useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Answer, Query } from '@devai/fastify/protocol/client';

export type Job = Answer<'GET /api/memory/jobs', 'sent'>['jobs'][number];
export type JobStatus = NonNullable<Query<'GET /api/memory/jobs'>['status']>;

/** Milliseconds after which the list is read again. */
const every = 5_000;

/** Background work, newest first. `retry` makes a dead or waiting job due, `retryAll` all of them; `undo` takes back what one did. */
export function useJobs({ status }: { status?: JobStatus | undefined } = {}) {
  const { client, changed } = useDevai();
  const jobs = useQuery({
    queryKey: [...keys.jobs, status],
    refetchInterval: every,
    queryFn: async ({ signal }) => {
      const query = { status, limit: 100 };
      return (await client.ask('GET /api/memory/jobs', { query, signal })).jobs;
    },
  });
  const at = (id: string) => ({ path: { id } });
  const onSettled = (): void => changed(keys.jobs, keys.server, keys.memories);
  return {
    ...jobs,
    jobs: jobs.data ?? [],
    retry: useMutation({
      mutationFn: (id: string) => client.ask('POST /api/memory/jobs/:id/retry', at(id)),
      onSettled,
    }),
    retryAll: useMutation({
      mutationFn: () => client.ask('POST /api/memory/jobs/retry', {}),
      onSettled,
    }),
    undo: useMutation({
      mutationFn: (id: string) => client.ask('POST /api/memory/jobs/:id/undo', { ...at(id), json: {} }),
      onSettled,
    }),
  };
}
