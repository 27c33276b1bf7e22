import { progressOf } from '@devai/api/protocol/upkeep';
import { z } from 'zod';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines, understand, type Route } from '../server/api.ts';

const line = progressOf(z.looseObject({}));

/** Has work done on the whole store, shows how far it is, and returns its result read by a schema. */
export async function followLongWork<Result>(
  { connect, output, signal }: Context,
  result: z.ZodType<Result>,
  { path, label, json }: { path: string; label: string; json?: object },
): Promise<Result> {
  const api = await connect();
  const route: Route = ['POST', path];
  const bar = output.progress(label);
  try {
    for await (const step of askLines(api, line, route, { json, signal })) {
      if (step.done) return understand(api, result, route, step);
      bar.show(step.progress.done, step.progress.total);
    }
  } finally {
    bar.end();
  }
  throw cliError('broken_answer', 'the answer broke off');
}
