import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { createSequence } from './sequence.ts';

/** Files that the agent works on. */
export const fileCount = 60;

export const pathOf = (file: number): string => `src/module-${file % 12}/service-${file}.ts`;

/** Writes the files that the agent will read: generated ones, or the tool results of a recorded session. */
export async function makeWorkspace(folder: string, transcript: string | undefined): Promise<void> {
  const recorded = transcript === undefined ? [] : await recordedResults(transcript);
  const random = createSequence(11);
  for (let file = 0; file < fileCount; file += 1) {
    const path = join(folder, pathOf(file));
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, recorded[file % Math.max(1, recorded.length)] ?? sourceFile(file, random));
  }
}

/** Many short files and some of 10,000 tokens. */
function sourceFile(file: number, random: () => number): string {
  const functions = 2 + Math.floor(random() ** 4 * 120);
  const bodies = Array.from({ length: functions }, (_, index) => {
    const port = 1_000 + Math.floor(random() * 9_000);
    return `
/** Sends batch ${index} of module ${file % 12} to its queue. Throws when the queue is full. */
export async function sendBatch${file}n${index}(queue: Queue, items: readonly Item[]): Promise<number> {
  const accepted = items.filter((item) => item.size < ${port} && item.kind !== 'draft');
  for (const item of accepted) await queue.push({ ...item, shard: item.id % ${1 + (index % 16)} });
  return accepted.length;
}`;
  });
  return `import type { Item, Queue } from '../queue.ts';\n${bodies.join('\n')}\n`;
}

const recordedLine = z.object({
  message: z.object({
    role: z.literal('toolResult'),
    content: z.array(z.object({ text: z.string().default('') })),
  }),
});

/** The longer tool results of a session as pi records it: gzipped lines of JSON. */
async function recordedResults(path: string): Promise<string[]> {
  const lines = gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  const texts = lines.flatMap((line) => {
    const parsed = recordedLine.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data.message.content.map((one) => one.text).join('\n')] : [];
  });
  return texts.filter((text) => text.length > 800);
}
