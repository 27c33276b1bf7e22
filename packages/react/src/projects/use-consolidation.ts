import type { Line } from '@devai/fastify/protocol/client';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';

type ConsolidationLine = Line<'POST /api/project/:id/consolidate', 'sent'>;
/** What a consolidation did, or would do. */
export type Consolidation = Extract<ConsolidationLine, { done: true }>;

/** `plan` shows what consolidation would do with a project's memories; `apply` does it, as a job; `undo` takes a job back. */
export function useConsolidation(project: string) {
  const { client, changed } = useDevai();
  const path = { id: project };
  const ask = async (dryRun: boolean): Promise<Consolidation> => {
    const asking = { path, json: { dryRun } };
    for await (const line of client.askLines('POST /api/project/:id/consolidate', asking)) {
      if (line.done) return line;
    }
    throw new ApiError('no_answer', 'the answer broke off', 0);
  };
  const onSettled = (): void => changed(keys.memories, keys.projects, keys.jobs);
  return {
    plan: useMutation({ mutationFn: () => ask(true) }),
    apply: useMutation({ mutationFn: () => ask(false), onSettled }),
    undo: useMutation({
      mutationFn: (job: string) =>
        client.ask('POST /api/memory/jobs/:id/undo', { path: { id: job }, json: {} }),
      onSettled,
    }),
  };
}
