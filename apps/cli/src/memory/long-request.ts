import { z } from 'zod';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines, parseAnswer, type Route } from '../server/api.ts';

const line = z.union([
  z.object({ done: z.literal(false), progress: z.object({ done: z.int(), total: z.int() }) }),
  z.looseObject({ done: z.literal(true) }),
]);

/** Sends a request whose answer reports progress, shows the progress, and returns the result. Throws `broken_answer`. */
export async function longRequest<Result extends object>(
  { connect, output, signal }: Context,
  name: string,
  route: Route,
  json: object,
  result: z.ZodType<Result>,
): Promise<Result> {
  const api = await connect();
  const bar = output.progress(name);
  try {
    for await (const step of askLines(api, line, route, { json, signal })) {
      if (step.done) return parseAnswer(api, result, route, step);
      bar.show(step.progress.done, step.progress.total);
    }
  } finally {
    bar.end();
  }
  throw cliError('broken_answer', 'the answer broke off');
}
