import { expect, it } from 'vitest';
import { progressLines } from './stream-lines.ts';

it('sends every step to a client that keeps up, then the result', async () => {
  const lines = progressLines(async (onProgress) => {
    for (const done of [1, 2]) {
      onProgress({ done, total: 2 });
      await turn();
    }
    return { embedded: 2 };
  });
  expect(await readAll(lines)).toEqual([
    { done: false, progress: { done: 1, total: 2 } },
    { done: false, progress: { done: 2, total: 2 } },
    { done: true, embedded: 2 },
  ]);
});

it('keeps only the latest step for a slow client', async () => {
  const lines = progressLines(async (onProgress) => {
    for (let done = 0; done <= 10_000; done += 1) onProgress({ done, total: 10_000 });
    return {};
  });
  expect(await readAll(lines)).toEqual([
    { done: false, progress: { done: 10_000, total: 10_000 } },
    { done: true },
  ]);
});

it('sends the last progress before a failure, as it was then', async () => {
  const counts = { added: 0 };
  const lines = progressLines(async (onProgress) => {
    counts.added = 3;
    onProgress(counts);
    counts.added = 4;
    throw new Error('line 7');
  });
  expect(await lines.next()).toEqual({ done: false, value: { done: false, progress: { added: 3 } } });
  await expect(lines.next()).rejects.toThrow('line 7');
});

it('sends only the result when there was no progress', async () => {
  expect(await readAll(progressLines(async () => ({ embedded: 0 })))).toEqual([{ done: true, embedded: 0 }]);
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

async function readAll(lines: AsyncGenerator<object>): Promise<object[]> {
  const read: object[] = [];
  for await (const line of lines) read.push(line);
  return read;
}
