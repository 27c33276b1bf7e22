import { lstat, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyPath, buildTraps, snapshotTraps } from '../../testing/path-traps.ts';
import { readWhole } from './read-text.ts';
import { ToolError } from './tool-error.ts';
import { openWorkspace } from './workspace.ts';

let base: string;
let root: string;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'devai-escape-')));
  root = join(base, 'root');
});

afterAll(() => rm(base, { recursive: true, force: true }));

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

test('whatever the path, what is accepted lies inside the root, and nothing outside is read or changed', async () => {
  await buildTraps(base);
  const before = await snapshotTraps(base);
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
  expect(await snapshotTraps(base)).toEqual(before);
});
