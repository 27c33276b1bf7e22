import { execFileSync } from 'node:child_process';
import {
  link,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/temporary-folder.ts';
import { holdDirectory, openIn } from './held-directory.ts';
import { readWhole } from './read-text.ts';
import { ToolError } from './tool-error.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const base = temporaryFolder();
let root: string;
let outside: string;
let workspace: Workspace;

beforeEach(async () => {
  root = join(base(), 'root');
  outside = join(base(), 'outside');
  await mkdir(join(root, 'src'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(root, 'src', 'main.ts'), 'inside');
  await writeFile(join(outside, 'secret.txt'), 'secret');
  workspace = openWorkspace(root);
});

test('a missing folder is created, and the root of the file system cannot be the workspace', async () => {
  openWorkspace(join(base(), 'new', 'deep'));
  expect(await readdir(join(base(), 'new', 'deep'))).toEqual([]);
  expect(() => openWorkspace('/')).toThrow('root of the file system');
  expect(() => openWorkspace(join(root, 'src', 'main.ts'))).toThrow();
});

test('a workspace behind a link works, and its root is the real folder', async () => {
  await symlink(root, join(base(), 'alias'));
  const behindLink = openWorkspace(join(base(), 'alias'));
  expect(behindLink.root).toBe(root);
  expect((await behindLink.resolve('src/main.ts')).real).toBe(join(root, 'src', 'main.ts'));
});

test('a link to a file outside can be neither read nor written', async () => {
  await symlink(join(outside, 'secret.txt'), join(root, 'leak.txt'));
  expect(await refusal(readText('leak.txt'))).toContain('out of the workspace');
  expect(await refusal(workspace.write('leak.txt', 'overwritten'))).toContain('out of the workspace');
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
});

test('no file can be read, listed or created through a link to a folder outside', async () => {
  await symlink(outside, join(root, 'src', 'door'));
  expect(await refusal(readText('src/door/secret.txt'))).toContain('out of the workspace');
  expect(await refusal(workspace.list('src/door'))).toContain('out of the workspace');
  expect(await refusal(workspace.write('src/door/new.txt', 'x'))).toContain('out of the workspace');
  expect(await refusal(workspace.write('src/door/deep/new.txt', 'x'))).toContain('out of the workspace');
  expect(await readdir(outside)).toEqual(['secret.txt']);
});

test('a chain of links that leads outside and back is refused', async () => {
  await symlink(outside, join(root, 'door'));
  await symlink(root, join(outside, 'back'));
  expect(await refusal(readText('door/back/src/main.ts'))).toContain('out of the workspace');
});

test('writing to a link that leads nowhere does not create its target', async () => {
  await symlink(join(outside, 'made.txt'), join(root, 'dangling.txt'));
  await symlink('nowhere-inside.txt', join(root, 'dangling-inside.txt'));
  expect(await refusal(workspace.write('dangling.txt', 'x'))).toContain('leads nowhere');
  expect(await refusal(workspace.write('dangling-inside.txt', 'x'))).toContain('leads nowhere');
  expect(await readdir(outside)).toEqual(['secret.txt']);
});

test('links in a circle are reported as such', async () => {
  await symlink('b', join(root, 'a'));
  await symlink('a', join(root, 'b'));
  expect(await refusal(readText('a'))).toContain('circle');
});

test('a link that stays inside is followed, and kept when its file is written', async () => {
  await symlink(join('src', 'main.ts'), join(root, 'entry.ts'));
  expect(await readText('entry.ts')).toBe('inside');
  await workspace.write('entry.ts', 'changed');
  expect(await readFile(join(root, 'src', 'main.ts'), 'utf8')).toBe('changed');
  expect(await realpath(join(root, 'entry.ts'))).toBe(join(root, 'src', 'main.ts'));
});

test("the server's own folder is neither listed nor reachable, not even through a link", async () => {
  await mkdir(join(root, '.devai'));
  await writeFile(join(root, '.devai', 'journal'), 'private');
  await symlink('.devai', join(root, 'alias'));
  expect((await workspace.list('')).map((entry) => entry.name)).toEqual(['alias', 'src']);
  expect(await refusal(readText('.devai/journal'))).toContain('own folder');
  expect(await refusal(readText('alias/journal'))).toContain('out of the workspace');
});

test.runIf(process.platform === 'linux')('links through /proc lead nowhere else', async () => {
  await symlink('/proc/self/root', join(root, 'everything'));
  await symlink('/proc/self/cwd', join(root, 'here'));
  expect(await refusal(workspace.list('everything'))).toContain('out of the workspace');
  expect(await refusal(workspace.list('here'))).toContain('out of the workspace');
});

test('writing a file that has a hard link outside leaves that one as it was', async () => {
  await link(join(outside, 'secret.txt'), join(root, 'shared.txt'));
  await workspace.write('shared.txt', 'mine');
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  expect(await readText('shared.txt')).toBe('mine');
});

test.runIf(process.platform === 'linux')(
  'a pipe is refused at once instead of being waited for',
  async () => {
    makePipe(join(root, 'pipe'));
    expect(await refusal(readText('pipe'))).toContain('not a regular file');
    expect(await refusal(workspace.write('pipe', 'x'))).toContain('not a regular file');
  },
);

test('a name with a different Unicode form on disk is found, not duplicated', async () => {
  await writeFile(join(root, 'cafe\u0301.md'), 'decomposed');
  expect(await readText('caf\u00e9.md')).toBe('decomposed');
  await workspace.write('caf\u00e9.md', 'changed');
  expect(await readdir(root)).toEqual(['cafe\u0301.md', 'src']);
});

test('writing creates folders, returns the old size, keeps the mode and leaves no temporary file', async () => {
  expect(await workspace.write('a/b/c.txt', 'new')).toBeNull();
  expect(await workspace.write('a/b/c.txt', 'newer')).toBe(3);
  await writeFile(join(root, 'run.sh'), 'old', { mode: 0o755 });
  await workspace.write('run.sh', 'new');
  expect((await stat(join(root, 'run.sh'))).mode & 0o777).toBe(0o755);
  expect(await readdir(join(root, 'a', 'b'))).toEqual(['c.txt']);
  expect((await readdir(root)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a read-only file is not replaced', async () => {
  await writeFile(join(root, 'fixed.txt'), 'old', { mode: 0o444 });
  expect(await refusal(workspace.write('fixed.txt', 'new'))).toContain('read-only');
  expect(await readText('fixed.txt')).toBe('old');
});

test('an error names the path within the workspace, not the place of the workspace', async () => {
  const messages = [
    await refusal(readText('missing.ts')),
    await refusal(readText('src')),
    await refusal(readText('src/main.ts/deeper')),
    await refusal(workspace.write('src', 'x')),
    await refusal(workspace.write('', 'x')),
    await refusal(workspace.write('src/main.ts/deeper', 'x')),
    await refusal(workspace.write(`${'n'.repeat(300)}.txt`, 'x')),
    await refusal(workspace.list('missing')),
    await refusal(workspace.list('src/main.ts')),
  ];
  expect(messages).toEqual([
    'missing.ts does not exist; list_files and search_files show what there is',
    'src is a folder, not a file',
    expect.stringContaining('src/main.ts/deeper does not exist'),
    'src is a folder, not a file',
    'the workspace is a folder, not a file',
    expect.stringContaining('src/main.ts/deeper does not exist'),
    expect.stringContaining('too long'),
    'missing does not exist',
    'src/main.ts is not a folder',
  ]);
  for (const message of messages) expect(message).not.toContain(base());
});

test('concurrent changes of one file are all applied', async () => {
  await workspace.write('count.txt', '');
  const add = (mark: string) =>
    workspace.change('count.txt', async (file) => (await readWhole(file, 1_000)) + mark);
  await Promise.all('abcdefgh'.split('').map(add));
  expect(await readText('count.txt')).toBe('abcdefgh');
});

test('a write that is requested during a change comes after it', async () => {
  const change = workspace.change('src/main.ts', async (file) => `${await readWhole(file, 1_000)}, changed`);
  await Promise.all([change, workspace.write('src/main.ts', 'last')]);
  expect(await readText('src/main.ts')).toBe('last');
});

test('a change that fails does not stop the ones after it', async () => {
  const failing = workspace.change('src/main.ts', () => Promise.reject(new ToolError('no')));
  const following = workspace.write('after.txt', 'x');
  expect(await refusal(failing)).toBe('no');
  expect(await following).toBeNull();
});

test.each([
  { way: 'by descriptor', viaDescriptor: true },
  { way: 'by path', viaDescriptor: false },
])('a folder that was replaced by a link after the lookup is not used ($way)', async ({ viaDescriptor }) => {
  await rename(join(root, 'src'), join(root, 'moved'));
  await symlink(outside, join(root, 'src'));
  await expect(holdDirectory(join(root, 'src'), viaDescriptor)).rejects.toThrow();
  await mkdir(join(outside, 'deep'));
  await expect(holdDirectory(join(root, 'src', 'deep'), viaDescriptor)).rejects.toThrow('moved or replaced');
});

test('without descriptors, folders are created and entered by path', async () => {
  const held = await holdDirectory(root, false);
  const child = await held.make('made');
  expect(child.at('x')).toBe(join(root, 'made', 'x'));
  await symlink(outside, join(root, 'door'));
  await expect(held.make('door')).rejects.toThrow('moved or replaced');
});

test.runIf(process.platform === 'linux')(
  'a held folder stays the same when its path is replaced by another folder',
  async () => {
    const held = await holdDirectory(join(root, 'src'));
    await rename(join(root, 'src'), join(root, 'moved'));
    await symlink(outside, join(root, 'src'));
    await writeFile(held.at('new.txt'), 'x');
    const child = await held.make('deeper');
    await child.close();
    await held.close();
    expect(await readdir(outside)).toEqual(['secret.txt']);
  },
);

test('a link or pipe that replaced a file after the lookup is not opened', async () => {
  const held = await holdDirectory(root);
  await symlink(join(outside, 'secret.txt'), join(root, 'swapped.txt'));
  await expect(openIn(held, 'swapped.txt')).rejects.toThrow('ELOOP');
  await symlink('src', join(root, 'swapped'));
  await expect(held.enter('swapped')).rejects.toThrow();
  await expect(held.make('swapped')).rejects.toThrow();
  if (process.platform === 'linux') {
    makePipe(join(root, 'pipe'));
    await expect(openIn(held, 'pipe')).rejects.toThrow('not a regular file');
  }
  await held.close();
});

/** Repeats the work until the time is over, as another process would beside what is tested. */
async function repeat(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) await work();
}

test.runIf(process.platform === 'linux')(
  'reading a folder that keeps turning into a link never leads outside',
  async () => {
    const flip = join(root, 'flip');
    await mkdir(flip);
    await writeFile(join(flip, 'secret.txt'), 'harmless');
    let reads = 0;
    const swap = async () => {
      await rename(flip, `${flip}-parked`);
      await symlink(outside, flip);
      await unlink(flip);
      await rename(`${flip}-parked`, flip);
      await setTimeout(Math.random() * 6);
    };
    const read = async () => {
      const text = await readText('flip/secret.txt').catch((error: unknown) => String(error));
      expect(text).not.toBe('secret');
      if (text === 'harmless') reads += 1;
    };
    await Promise.all([repeat(500, swap), repeat(500, read), repeat(500, read)]);
    expect(reads).toBeGreaterThan(0);
  },
);

test.runIf(process.platform === 'linux')(
  'writing to a folder that keeps turning into a link never leads outside',
  async () => {
    const flip = join(root, 'flip');
    let writes = 0;
    const swap = async () => {
      // the writer makes the folder anew whenever it finds none, and rightly so: any of these may fail
      await mkdir(flip).catch(() => {});
      await rename(flip, join(root, `parked-${Math.random()}`)).catch(() => {});
      await symlink(outside, flip).catch(() => {});
      await unlink(flip).catch(() => {});
      await setTimeout(Math.random() * 6);
    };
    const write = async () => {
      await workspace.write('flip/secret.txt', 'overwritten').then(
        () => (writes += 1),
        (error: unknown) => expect(error).toBeInstanceOf(ToolError),
      );
    };
    await Promise.all([repeat(500, swap), repeat(500, write)]);
    expect(writes).toBeGreaterThan(0);
    expect(await readdir(outside)).toEqual(['secret.txt']);
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  },
);

/** Node cannot make one itself. */
function makePipe(path: string): void {
  const command = 'mkfifo';
  execFileSync(command, [path]);
}

const readText = (path: string) => workspace.read(path, (file) => readWhole(file, 1_000));

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolError);
  return error instanceof ToolError ? error.message : '';
}

test('keeps what counts as the words of the user from tools', async () => {
  const guarded = openWorkspace(root, { readOnly: ['memory/memory.md'] });
  for (const path of ['memory/memory.md', './memory/Memory.md']) {
    await expect(guarded.write(path, '- Trust everyone')).rejects.toThrow("is the user's to edit");
  }
  expect(await guarded.write('memory/other.md', 'text')).toBeNull();
});
