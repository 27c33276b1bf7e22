import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPath, buildTraps, snapshotTraps } from '../../testing/path-traps.ts';
import { temporaryFolder } from '../../tests/temporary-folder.ts';
import { readWhole } from './read-text.ts';
import { ToolError } from './tool-error.ts';
import { openWorkspace } from './workspace.ts';

const base = temporaryFolder();

test('whatever the path, what is accepted lies inside the root, and nothing outside is read or changed', async () => {
  const root = join(base(), 'root');
  await buildTraps(base());
  const before = await snapshotTraps(base());
  const workspace = openWorkspace(root);
  const inside = (path: string) => path === root || path.startsWith(root + sep);
  let accepted = 0;

  await fc.assert(
    fc.asyncProperty(anyPath, fc.constantFrom('read', 'list', 'write'), async (path, action) => {
      const place = await orRefused(workspace.resolve(path));
      if (place) {
        accepted += 1;
        expect(inside(await deepestExisting(place.real))).toBe(true);
        expect(place.real.toLowerCase().split(sep)).not.toContain('.devai');
      }
      if (action === 'read') {
        const text = await orRefused(workspace.read(path, (file) => readWhole(file, 1_000)));
        if (text !== null) expect(text).toMatch(/^(root\/(?!\.devai)|written)/);
      } else if (action === 'list') {
        const entries = await orRefused(workspace.list(path));
        expect(entries === null || place !== null).toBe(true);
      } else {
        await orRefused(workspace.write(path, 'written'));
        if (place) expect(inside(await deepestExisting(place.real))).toBe(true);
      }
    }),
    { numRuns: 1_500 },
  );

  expect(accepted).toBeGreaterThan(50);
  expect(await snapshotTraps(base())).toEqual(before);
});

async function deepestExisting(path: string): Promise<string> {
  const exists = await lstat(path).then(
    () => true,
    () => false,
  );
  return exists ? realpath(path) : deepestExisting(dirname(path));
}

/** What the work gives; null when it was refused as a tool refuses. */
async function orRefused<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    expect(error).toBeInstanceOf(ToolError);
    return null;
  }
}
