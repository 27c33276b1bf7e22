import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@devai/api/testing/temporary-folder';
import { beforeEach, expect, test } from 'vitest';
import { readLastSession, saveLastSession } from './last-session.ts';

const one = { session: '00000000-0000-4000-8000-000000000001', number: 4 };
const two = { session: '00000000-0000-4000-8000-000000000002', number: 0 };

const folder = temporaryFolder();
let file: string;
beforeEach(() => {
  file = join(folder(), 'deep', 'last.json');
});

test('the last session is kept for each server', async () => {
  expect(readLastSession(file, 'ws://a')).toBeNull();
  saveLastSession(file, 'ws://a', two);
  saveLastSession(file, 'ws://b', two);
  saveLastSession(file, 'ws://a', one);
  expect(readLastSession(file, 'ws://a')).toEqual(one);
  expect(readLastSession(file, 'ws://b')).toEqual(two);
  expect(readLastSession(file, 'ws://c')).toBeNull();
  expect(await readdir(join(folder(), 'deep'))).toEqual(['last.json']);
});

test.each(['{"ws://a":', '{"ws://a":{"session":"x"}}', '[]'])(
  'a damaged file (%s) is reported, and written anew',
  async (text) => {
    file = join(folder(), 'last.json');
    await writeFile(file, text);
    expect(() => readLastSession(file, 'ws://a')).toThrow();
    saveLastSession(file, 'ws://a', one);
    expect(readLastSession(file, 'ws://a')).toEqual(one);
  },
);
