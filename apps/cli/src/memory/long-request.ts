import type { Asking, Line } from '@devai/fastify/protocol/client';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines } from '../server/api.ts';

type LongRoute =
  | 'POST /api/memory/reembed'
  | 'POST /api/memory/calibrate'
  | 'POST /api/memory/scrub'
  | 'POST /api/project/:id/consolidate';

/** The result of a long request, which is its last line. */
type Done<Route extends LongRoute> = Line<Route, 'read'> & { done: true };

/** Sends a request whose answer reports progress, shows the progress, and returns the result. Throws `broken_answer`. */
export async function longRequest<Route extends LongRoute>(
  { connect, output, signal }: Context,
  name: string,
  route: Route,
  asking: Asking<Route>,
): Promise<Done<Route>> {
  const api = await connect();
  const bar = output.progress(name);
  try {
    for await (const step of askLines(api, route, { ...asking, signal })) {
      if (isDone(step)) return step;
      if ('progress' in step) bar.show(step.progress.done, step.progress.total);
    }
  } finally {
    bar.end();
  }
  throw cliError('broken_answer', 'the answer broke off');
}

const isDone = <Step extends { done: boolean }>(step: Step): step is Step & { done: true } => step.done;
