import type { Problem } from '@devai/api/protocol/problem';
import { useMutation } from '@tanstack/react-query';
import { ApiError, dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { operations } from '../openapi.ts';

type Line = operations['consolidate']['responses'][200]['content']['application/x-ndjson'];
/** What a consolidation did, or would do. */
export type Consolidation = Extract<Line, { done: true }>;

/** `plan` shows what consolidation would do with a project's memories; `apply` does it, as a job; `undo` takes a job back. */
export function useConsolidation(project: string) {
  const { client, changed } = useDevai();
  const path = { id: project };
  const ask = async (dryRun: boolean): Promise<Consolidation> => {
    const lines = await dataOf(
      client.POST('/api/project/{id}/consolidate', {
        params: { path },
        body: { dryRun },
        parseAs: 'text',
      }),
    );
    return lastOf(lines);
  };
  const onSettled = (): void => changed(keys.memories, keys.projects, keys.jobs);
  return {
    plan: useMutation({ mutationFn: () => ask(true) }),
    apply: useMutation({ mutationFn: () => ask(false), onSettled }),
    undo: useMutation({
      mutationFn: (job: string) =>
        dataOf(client.POST('/api/memory/jobs/{id}/undo', { params: { path: { id: job } }, body: {} })),
      onSettled,
    }),
  };
}

/** The result stands in the last line. Throws what a failure in the middle says. */
function lastOf(lines: string): Consolidation {
  const last: Consolidation | { error: Problem } = JSON.parse(lines.trim().split('\n').at(-1) ?? '');
  if ('done' in last) return last;
  throw new ApiError(last.error.code, last.error.detail, 200);
}
