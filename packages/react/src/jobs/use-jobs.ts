import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { components, operations } from '../openapi.ts';

export type Job = components['schemas']['Job'];
export type JobStatus = NonNullable<NonNullable<operations['listJobs']['parameters']['query']>['status']>;

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
      return (await dataOf(client.GET('/api/memory/jobs', { params: { query }, signal }))).jobs;
    },
  });
  const at = (id: string) => ({ params: { path: { id } } });
  const onSettled = (): void => changed(keys.jobs, keys.server, keys.memories);
  return {
    ...jobs,
    jobs: jobs.data ?? [],
    retry: useMutation({
      mutationFn: (id: string) => dataOf(client.POST('/api/memory/jobs/{id}/retry', at(id))),
      onSettled,
    }),
    retryAll: useMutation({
      mutationFn: () => dataOf(client.POST('/api/memory/jobs/retry')),
      onSettled,
    }),
    undo: useMutation({
      mutationFn: (id: string) => dataOf(client.POST('/api/memory/jobs/{id}/undo', { ...at(id), body: {} })),
      onSettled,
    }),
  };
}
