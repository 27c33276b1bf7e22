import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { documentPage } from '@devai/api/protocol/documents';
import { createApp, type App } from '../../../api/src/app.ts';
import { readConfig } from '../../../api/src/config.ts';
import { makeServerFolder, type ServerFolder } from '../../../api/tests/server-process.ts';
import { runCommand } from '../testing/run-command.ts';

let folder: ServerFolder;
let app: App;
let variables: Record<string, string>;

beforeAll(async () => {
  folder = await makeServerFolder();
  const own = {
    DEVAI_DATA: join(folder.path, 'data'),
    WORKSPACE_ROOT: join(folder.path, 'work'),
    EMBEDDINGS: 'hash',
  };
  app = await createApp({ ...readConfig(own), logLevel: 'silent' }, { background: false });
  const url = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  variables = { ...own, DEVAI_URL: url, INIT_CWD: folder.path, NO_COLOR: '1' };
});
afterAll(async () => {
  await app.fastify.close();
  await folder.remove();
});
beforeEach(async () => {
  for (const { id } of await app.memory.documents.list()) await app.memory.documents.delete(id);
  await rm(join(folder.path, 'docs'), { recursive: true, force: true });
  await file('docs/a.md', '# Backups\n\nThe archive is copied to Reykjavik.');
  await file('docs/deep/b.txt', 'The canary host gets a release first.');
});

async function file(path: string, text: string | Uint8Array): Promise<void> {
  const at = join(folder.path, path);
  await mkdir(join(at, '..'), { recursive: true });
  await writeFile(at, text);
}

const run = (words: string[], signal?: AbortSignal) =>
  runCommand(['memory', ...words], { variables, ...(signal && { signal }) });
const paths = async () => (await app.memory.documents.list()).map(({ path }) => path);

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
    spawnSync('git', ['init', '-q'], { cwd: folder.path });
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
    const stopping = new AbortController();
    const watching = run(['ingest', 'docs', '--watch'], stopping.signal);
    await vi.waitFor(async () => expect(await paths()).toHaveLength(2), { timeout: 5_000 });
    // the watcher is set up after the first round
    await new Promise((resolve) => setTimeout(resolve, 500));
    await file('docs/new.md', 'A new page.');
    await vi.waitFor(async () => expect(await paths()).toContain('docs/new.md'), { timeout: 5_000 });
    await rm(join(folder.path, 'docs/a.md'));
    await vi.waitFor(async () => expect(await paths()).not.toContain('docs/a.md'), { timeout: 5_000 });
    stopping.abort();
    await watching;
  });
});

describe('memory ingest --watch', () => {
  async function watching(words: string[], change: () => Promise<void>, count: number): Promise<string> {
    const stopping = new AbortController();
    const watched = run(['ingest', ...words, '--watch'], stopping.signal);
    try {
      await vi.waitFor(async () => expect(await paths()).toHaveLength(count), { timeout: 5_000 });
      // the watcher is set up after the first round
      await new Promise((resolve) => setTimeout(resolve, 500));
      await change();
    } finally {
      stopping.abort();
    }
    return (await watched).errors;
  }
  const stored = (path: string) =>
    vi.waitFor(async () => expect(await paths()).toContain(path), { timeout: 5_000 });

  test('leaves out what Git ignores, as the first pass does', async () => {
    spawnSync('git', ['init', '-q'], { cwd: folder.path });
    await file('docs/.gitignore', 'secret.md\nbuilt/\n');
    const edit = async () => {
      await file('docs/secret.md', 'The treasure lies under the oak.');
      await file('docs/built/page.md', 'A page that was built.');
      await file('docs/new.md', 'A new page.');
      await stored('docs/new.md');
    };
    const errors = await watching(['docs'], edit, 2);
    expect(await paths()).toEqual(['docs/a.md', 'docs/deep/b.txt', 'docs/new.md']);
    expect(errors).not.toMatch(/secret|built/);
  });

  test('follows the files of a pattern, and no others', async () => {
    const edit = async () => {
      await file('docs/other.txt', 'Not asked for.');
      await file('docs/later/new.md', 'A new page.');
      await stored('docs/later/new.md');
    };
    await watching(['docs/**/*.md'], edit, 1);
    expect(await paths()).toEqual(['docs/a.md', 'docs/later/new.md']);
  });

  test('watches a folder below a hidden one', async () => {
    await file('docs/.notes/one.md', 'The first note.');
    const edit = async () => {
      await file('docs/.notes/two.md', 'The second note.');
      await stored('docs/.notes/two.md');
    };
    await watching(['docs/.notes'], edit, 1);
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
  expect(await run(['documents', 'delete', id, '--yes'])).toMatchObject({ exit: 0 });
  expect(await paths()).toEqual(['docs/deep/b.txt']);
});
