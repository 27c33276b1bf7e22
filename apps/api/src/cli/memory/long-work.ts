import { z } from 'zod';
import { askLines, type Asking } from './ask.ts';
import type { Context } from './command.ts';
import type { MemoryApi } from './memory-api.ts';
import { toolError } from './tool-error.ts';

const progressLine = z.object({
  done: z.literal(false),
  progress: z.object({ done: z.int(), total: z.int() }),
});

/** Has work done on the whole store, shows how far it is, and returns its last line read by a schema. */
export async function followLongWork<Result>(
  api: MemoryApi,
  schema: z.ZodType<Result>,
  { path, label, json }: { path: string; label: string; json?: Asking['json'] },
  { output, signal }: Pick<Context, 'output' | 'signal'>,
): Promise<Result> {
  const bar = output.progress(label);
  const last = z.object({ done: z.literal(true) }).loose();
  try {
    for await (const line of askLines(api, ['POST', path], { json, signal })) {
      const ended = last.safeParse(line);
      if (ended.success) {
        const result = schema.safeParse(ended.data);
        if (!result.success) throw notUnderstood(api, path, result.error);
        return result.data;
      }
      const step = progressLine.safeParse(line);
      if (!step.success) throw notUnderstood(api, path, step.error);
      bar.show(step.data.progress.done, step.data.progress.total);
    }
    throw toolError('broken_answer', 'the answer broke off');
  } finally {
    bar.end();
  }
}

const notUnderstood = (api: MemoryApi, path: string, cause: unknown) =>
  toolError('not_devai', `${api.place} does not answer POST ${path} as DevAI does`, { cause });
