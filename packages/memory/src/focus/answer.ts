import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import { readJsonObject } from '../text/read-json.ts';

const names = z.array(z.string()).catch([]);
const answer = z.object({ topic: z.string().nullable(), file_paths: names, directories: names });

export type TagAnswer = { topic: string; filePaths: string[]; directories: string[] };

/** Reads a model's answer, repaired when it is broken. `topic` is '' for small talk. Throws `malformed_answer`. */
export function parseTagAnswer(text: string): TagAnswer {
  const parsed = answer.safeParse(readJsonObject(text));
  if (!parsed.success) {
    const problem = z.prettifyError(parsed.error);
    throw new MemoryError('malformed_answer', `the model named no topic: ${problem}`, {
      cause: parsed.error,
    });
  }
  const { topic, file_paths: filePaths, directories } = parsed.data;
  return { topic: topic ?? '', filePaths, directories };
}
