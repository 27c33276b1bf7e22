import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBytes, replaceFile } from './replace-file.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'memory', 'RECENT_FOCUS.md');
});

describe('replacing a file', () => {
  it('creates the file and its folder, and no other file', async () => {
    expect(await readBytes(path)).toBeNull();
    expect(await replaceFile(path, 'one', null)).toBe(true);
    expect(await replaceFile(path, 'two', Buffer.from('one'))).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('two');
    expect(await readdir(join(folder, 'memory'))).toEqual(['RECENT_FOCUS.md']);
  });

  it('does nothing when the file is not as expected', async () => {
    await replaceFile(path, 'one', null);
    expect(await replaceFile(path, 'two', null)).toBe(false);
    expect(await replaceFile(path, 'two', Buffer.from('other'))).toBe(false);
    await rm(path);
    expect(await replaceFile(path, 'two', Buffer.from('one'))).toBe(false);
    expect(await readBytes(path)).toBeNull();
    expect(await readdir(join(folder, 'memory'))).toEqual([]);
  });

  it('keeps the old file when the rename fails, and no other file', async () => {
    await writeFile(join(folder, 'memory'), 'a file where the folder should be');
    await expect(replaceFile(path, 'one', null)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(join(folder, 'memory'), 'utf8')).toContain('a file');
    expect(await readdir(folder)).toEqual(['memory']);
  });

  it('shows readers one complete version or the other while two processes write', async () => {
    const writers = ['a', 'b'].map((name) =>
      spawn(process.execPath, ['--input-type=module-typescript', '--eval', writer(name, 60)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const ended = Promise.all(writers.map((one) => once(one, 'exit'))).then(() => 'ended');
    const seen = new Set<string>();
    while ((await Promise.race([ended, Promise.resolve('running')])) === 'running') {
      const text = (await readBytes(path))?.toString();
      if (text === undefined) continue;
      const name = text.slice(0, 1);
      expect(text.length).toBe(200_000 + 10);
      expect(text.slice(7)).toBe(`${name.repeat(200_000)}end`);
      seen.add(name);
    }
    expect(writers.map((one) => one.exitCode)).toEqual([0, 0]);
    expect([...seen].toSorted()).toEqual(['a', 'b']);
    expect(await readdir(join(folder, 'memory'))).toEqual(['RECENT_FOCUS.md']);
  });
});

/** Replaces the file again and again with texts of its own, each as long as a pipe and more takes. */
function writer(name: string, rounds: number): string {
  return `
  import { readBytes, replaceFile } from ${JSON.stringify(join(import.meta.dirname, 'replace-file.ts'))};
  let written = 0;
  for (let round = 0; round < ${rounds}; round += 1) {
    const text = '${name}' + String(round).padStart(6, '0') + '${name}'.repeat(200_000) + 'end';
    if (await replaceFile(${JSON.stringify(path)}, text, await readBytes(${JSON.stringify(path)}))) written += 1;
  }
  process.stdout.write(String(written));
`;
}
