import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentPage } from '@devai/fastify/protocol/documents';
import { serveChat } from '@devai/api/testing/serve-chat';
import { runCommand, type Surroundings } from '../testing/run-command.ts';

const world = serveChat('file', ({ host }) => ({
  environment: { WORKSPACE_ROOT: join(host.path, 'work') },
  background: false,
}));
beforeEach(async () => {
  const { documents } = world.server.memory;
  for (const { id } of await documents.list()) await documents.delete(id);
  await rm(join(world.host.path, 'docs'), { recursive: true, force: true });
  await file('docs/a.md', '# Backups\n\nThe archive is copied to Reykjavik.');
  await file('docs/deep/b.txt', 'The canary host gets a release first.');
});

const paths = async () => (await world.server.memory.documents.list()).map(({ path }) => path);

describe('memory ingest', () => {
  test('ingests a folder, then only what changed', async () => {
    const first = await run(['ingest', 'docs']);
    expect(first).toMatchObject({ exit: 0, output: expect.stringMatching(/added +2/) });
    expect(await paths()).toEqual(['docs/a.md', 'docs/deep/b.txt']);
    await file('docs/a.md', '# Backups\n\nThe archive is copied to Oslo.');
    expect((await run(['ingest', 'docs'])).output).toMatch(/updated +1\nunchanged +1/);
    const found = await run(['search', 'Where is the archive copied?', '--documents']);
    expect(found.output).toMatch(
      /documents +yes .*docs\/a\.md:1-3 › Backups: # Backups The archive is copied to Oslo/,
    );
  });

  test('leaves out hidden files and those that Git ignores, unless they are named', async () => {
    spawnSync('git', ['init', '-q'], { cwd: world.host.path });
    await file('docs/.gitignore', 'secret.md');
    await file('docs/secret.md', 'The treasure lies under the oak.');
    await file('docs/.hidden.md', 'Nobody sees it.');
    await file('docs/node_modules/x/readme.md', 'A package.');
    await run(['ingest', 'docs']);
    expect(await paths()).toEqual(['docs/a.md', 'docs/deep/b.txt']);
    await run(['ingest', 'docs/secret.md', 'docs/d*/*.txt']);
    expect(await paths()).toContain('docs/secret.md');
  });

  test('names files that cannot be read, and continues', async () => {
    await file('docs/binary.md', Buffer.from([0, 1, 2, 3, 0, 0, 9]));
    const { exit, output } = await run(['ingest', 'docs']);
    expect(exit).toBe(1);
    expect(output).toMatch(/added +2/);
    expect(output).toMatch(/Could not be read\n.*\n?docs\/binary\.md +\S/);
  });

  test('leaves out files of other types in a folder, and says so; naming one is an error', async () => {
    const picture = await readFile(join(import.meta.dirname, '../../../../docs/images/chat-narrow-dark.jpg'));
    await file('docs/one.jpg', picture);
    await file('docs/two.jpg', picture);
    const folderRun = await run(['ingest', 'docs']);
    expect(folderRun).toMatchObject({ exit: 0, output: expect.stringMatching(/added +2/) });
    expect(folderRun.output).toMatch(/Left out\n.*\n *2 +Files of the type image\/jpeg cannot be read/);
    const named = await run(['ingest', 'docs', 'docs/one.jpg']);
    expect(named.exit).toBe(1);
    expect(named.output).toMatch(/Could not be read\n.*\n?docs\/one\.jpg +\S/);
  });

  test('fetches a page', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.end('The lighthouse blinks twice.');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/page`;
    expect((await run(['ingest', url])).exit).toBe(0);
    expect(await paths()).toEqual([url]);
    server.close();
    const gone = await run(['ingest', url]);
    expect(gone).toMatchObject({ exit: 1, output: expect.stringContaining('does not answer') });
  });

  test('says so when a name matches no file', async () => {
    const { exit, errors } = await run(['ingest', 'nowhere']);
    expect(exit).toBe(1);
    expect(errors).toContain('there is no file nowhere');
  });

  test('keeps a folder in step while it watches', async () => {
    await watching(['docs'], async () => {
      expect(await paths()).toHaveLength(2);
      await file('docs/new.md', 'A new page.');
      await expect.poll(paths).toContain('docs/new.md');
      await rm(join(world.host.path, 'docs/a.md'));
      await expect.poll(paths).not.toContain('docs/a.md');
    });
  });
});

/** Calls `change` when the folder is being watched, and ends the watching then. Returns what was told. */
async function watching(words: string[], change: () => Promise<void>): Promise<string> {
  const stopping = new AbortController();
  let told = '';
  const watched = run(['ingest', ...words, '--watch'], {
    signal: stopping.signal,
    onErrors: (text) => {
      told += text;
    },
  });
  try {
    await expect.poll(() => told).toContain('watching');
    await change();
  } finally {
    stopping.abort();
  }
  return (await watched).errors;
}

describe('memory ingest --watch', () => {
  const stored = (path: string) => expect.poll(paths).toContain(path);

  test('leaves out what Git ignores, as the first pass does', async () => {
    spawnSync('git', ['init', '-q'], { cwd: world.host.path });
    await file('docs/.gitignore', 'secret.md\nbuilt/\n');
    const edit = async () => {
      expect(await paths()).toHaveLength(2);
      await file('docs/secret.md', 'The treasure lies under the oak.');
      await file('docs/built/page.md', 'A page that was built.');
      await file('docs/new.md', 'A new page.');
      await stored('docs/new.md');
    };
    const errors = await watching(['docs'], edit);
    expect(await paths()).toEqual(['docs/a.md', 'docs/deep/b.txt', 'docs/new.md']);
    expect(errors).not.toMatch(/secret|built/);
  });

  test('follows the files of a pattern, and no others', async () => {
    const edit = async () => {
      expect(await paths()).toHaveLength(1);
      await file('docs/other.txt', 'Not asked for.');
      await file('docs/later/new.md', 'A new page.');
      await stored('docs/later/new.md');
    };
    await watching(['docs/**/*.md'], edit);
    expect(await paths()).toEqual(['docs/a.md', 'docs/later/new.md']);
  });

  test('watches a folder below a hidden one', async () => {
    await file('docs/.notes/one.md', 'The first note.');
    const edit = async () => {
      expect(await paths()).toHaveLength(1);
      await file('docs/.notes/two.md', 'The second note.');
      await stored('docs/.notes/two.md');
    };
    await watching(['docs/.notes'], edit);
  });
});

test('memory documents lists, shows and deletes', async () => {
  await run(['ingest', 'docs']);
  const { output } = await run(['documents', '--json']);
  const [first] = z.array(documentPage.shape.documents.element).parse(JSON.parse(output));
  expect(first).toMatchObject({ path: 'docs/a.md', project: 'work' });
  const id = first?.id.slice(0, 8) ?? '';
  expect((await run(['documents', 'show', id])).output).toBe(
    '# Backups\n\nThe archive is copied to Reykjavik.\n',
  );
  expect((await run(['documents', 'show', id, '--from', '3'])).output).toBe(
    'The archive is copied to Reykjavik.\n',
  );
  for (const words of [
    ['show', id],
    ['delete', id, '--yes'],
  ]) {
    expect(await run(['documents', ...words, '--project', 'other'])).toMatchObject({ exit: 1 });
  }
  expect((await run(['documents', 'show', id, '--project', 'work'])).output).toContain('Reykjavik');
  expect(await run(['documents', 'delete', id, '--yes', '--project', 'work'])).toMatchObject({ exit: 0 });
  expect(await paths()).toEqual(['docs/deep/b.txt']);
});

async function file(path: string, text: string | Uint8Array): Promise<void> {
  const at = join(world.host.path, path);
  await mkdir(join(at, '..'), { recursive: true });
  await writeFile(at, text);
}

const run = (words: string[], more: Pick<Surroundings, 'signal' | 'onErrors'> = {}) =>
  runCommand(['memory', ...words], {
    variables: {
      WORKSPACE_ROOT: join(world.host.path, 'work'),
      DEVAI_URL: world.address,
      INIT_CWD: world.host.path,
      NO_COLOR: '1',
    },
    ...more,
  });
