import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isReading, readingProcesses } from '../testing/reading-processes.ts';

it('the reading process ends when its program is killed while it reads a file', async () => {
  const program = fork(new URL('../testing/read-deep-lists.ts', import.meta.url));
  await expect.poll(() => readingProcesses(program.pid)).toHaveLength(1);
  // while the file is being read
  await wait(1_000);
  const [number = 0] = await readingProcesses(program.pid);
  expect(await isReading(number)).toBe(true);
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
  await expect.poll(() => isReading(number)).toBe(false);
});
