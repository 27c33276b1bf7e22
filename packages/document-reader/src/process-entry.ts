/**
 * The reader's process. A thread does the reading, so that the main thread can watch its memory and exit as soon as
 * the parent is gone, and because the stack has to be large enough for deeply nested files.
 */
import { Worker } from 'node:worker_threads';
import type { Answer, Source } from './answer.ts';
import { outOfMemory } from './out-of-memory.ts';

const memory = Number(process.argv[2]);
const atRest = process.memoryUsage.rss();

const thread = new Worker(new URL('thread-entry.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: memory, stackSizeMb: 64 },
});
thread.on('message', (answer: Answer) => process.send?.(answer));
thread.on('error', (error) => {
  if (isOutOfMemory(error)) process.exit(outOfMemory);
  process.send?.({ message: String(error) } satisfies Answer, () => process.exit(1));
});

process.on('message', (source: Source) => thread.postMessage(source));
process.on('disconnect', () => process.exit());
// Ctrl-C goes to all processes of a terminal, and the parent decides
process.on('SIGINT', () => {});

// the limit of the heap does not include other memory, such as unpacked bytes
setInterval(() => {
  if (process.memoryUsage.rss() - atRest > 2 * memory * 2 ** 20) process.exit(outOfMemory);
}, 50);

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
