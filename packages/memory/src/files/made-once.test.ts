import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../../contract/processes/start-process.ts';
import { madeOnce } from './made-once.ts';

let folder: string;
let calls: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devai-once-'));
  calls = 0;
  onTestFinished(() => rm(folder, { recursive: true }));
});

it('is made once, and read from then on', async () => {
  expect(await ask('key')).toBe('made for key, call 1');
  expect(await ask('key')).toBe('made for key, call 1');
});

it('is made by one of those that ask at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('key')));
  expect(new Set(answers)).toEqual(new Set(['made for key, call 1']));
});

it('is made by one of several processes, and by another when that one is killed', async () => {
  const first = startProcess('make-once.ts', folder, 'slow');
  expect(await first.firstLine()).toBe('making');
  const second = startProcess('make-once.ts', folder, 'fast');
  const third = startProcess('make-once.ts', folder, 'fast');
  await first.kill();
  await Promise.all([second, third].map(({ child }) => once(child, 'close')));
  const lines = [...second.lines(), ...third.lines()];
  expect(lines.toSorted()).toEqual(['made', 'made', 'making']);
});

it.each([
  ['cut', (file: Buffer) => file.subarray(0, -5)],
  ['changed', (file: Buffer) => Buffer.concat([file.subarray(0, -1), Buffer.from([(file.at(-1) ?? 0) ^ 1])])],
  ['emptied', () => Buffer.alloc(0)],
])('is made again when the file was %s', async (_, damage) => {
  await ask('key');
  const [path = ''] = await keptFiles();
  await writeFile(path, damage(await readFile(path)));
  expect(await ask('key')).toBe('made for key, call 2');
  expect(await ask('key')).toBe('made for key, call 2');
});

it('is not taken from the file of another key, which it replaces', async () => {
  await ask('old');
  const [path = ''] = await keptFiles();
  await copyFile(path, path.replace('old', 'key'));
  expect(await ask('key')).toBe('made for key, call 2');
  expect(await keptFiles()).toEqual([path.replace('old', 'key')]);
});

it('is made each time where nothing can be written', async () => {
  folder = join(folder, 'file');
  await writeFile(folder, 'no folder');
  expect(await ask('key')).toBe('made for key, call 1');
  expect(await ask('key')).toBe('made for key, call 2');
});

it('keeps nothing when making fails, and lets the next one try', async () => {
  await expect(madeOnce(folder, 'key', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await ask('key')).toBe('made for key, call 1');
});

async function ask(key: string): Promise<string> {
  const bytes = await madeOnce(folder, key, async () => {
    calls += 1;
    return new TextEncoder().encode(`made for ${key}, call ${calls}`);
  });
  return new TextDecoder().decode(bytes);
}

async function keptFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.zst')).map((name) => join(folder, name));
}
