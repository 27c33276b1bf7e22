import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openInputHistory } from './input-history.ts';

test('what was typed is available in the next run, newest first, in a file that only its owner can read', async () => {
  const file = makeFile();
  const history = openInputHistory(file);
  await history.add('one');
  await history.add('สอง');
  expect(openInputHistory(file).lines).toEqual(['สอง', 'one']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('secrets and messages of several lines are left out', async () => {
  const file = makeFile();
  const history = openInputHistory(file);
  await history.add('my password is hunter2-Zebra!9');
  await history.add('a key:\nof several lines');
  await history.add('plain');
  expect(readFileSync(file, 'utf8')).toBe('plain\n');
});

test('a long file is shortened to its newest lines', async () => {
  const file = makeFile();
  await openInputHistory(file).add('first');
  writeFileSync(file, Array.from({ length: 1_001 }, (_, index) => `${index}\n`).join(''));
  expect(openInputHistory(file).lines).toHaveLength(500);
  expect(readFileSync(file, 'utf8').split('\n')[0]).toBe('501');
});

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'devai-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'devai', 'typed');
}
