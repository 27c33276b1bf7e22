import { mkdir, readFile as readFromDisk, symlink, writeFile as writeToDisk } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { callTool } from '../../tests/tool-context.ts';
import { temporaryFolder } from '../../tests/temporary-folder.ts';
import { allTools } from './all-tools.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const root = temporaryFolder();
let workspace: Workspace;
beforeEach(() => {
  workspace = openWorkspace(root());
});

test('the tools and their parameters have the agreed names', () => {
  const signatures = allTools({}).map(({ name, schema }) => {
    const { properties, required } = schema.parameters;
    return [name, Object.keys(properties ?? {}), required];
  });
  expect(signatures).toEqual([
    ['list_files', ['path'], undefined],
    ['read_file', ['path', 'from_line', 'lines'], ['path']],
    ['write_file', ['path', 'content'], ['path', 'content']],
    ['edit_file', ['path', 'old_text', 'new_text', 'replace_all'], ['path', 'old_text', 'new_text']],
    ['search_files', ['query', 'path'], ['query']],
    [
      'remember',
      ['content', 'about', 'kind', 'category', 'tags', 'details', 'relations'],
      ['content', 'about'],
    ],
    ['recall', ['query', 'since', 'until', 'filter'], undefined],
    ['forget', ['id'], ['id']],
    ['read_document', ['path', 'from_line', 'to_line'], ['path']],
    ['state', ['key', 'value'], ['key']],
    ['share', ['key', 'value', 'seconds'], ['key']],
  ]);
});

test('a file is written, listed, read, changed and found', async () => {
  expect(await run('write_file', { path: 'src/a.ts', content: 'const port = 1;\n' })).toEqual({
    ok: true,
    content: 'created src/a.ts (16 bytes)',
    createdFile: true,
  });
  expect((await run('list_files', {})).content).toBe('src/');
  expect((await run('list_files', { path: 'src' })).content).toBe('a.ts  16 bytes');
  expect((await run('read_file', { path: 'src/a.ts' })).content).toBe('const port = 1;\n');
  expect((await run('edit_file', { path: 'src/a.ts', old_text: '1', new_text: '22' })).content).toBe(
    'edited src/a.ts: 1 place (line 1)',
  );
  expect((await run('search_files', { query: 'PORT' })).content).toBe('src/a.ts:1: const port = 22;');
  expect((await run('write_file', { path: 'src/a.ts', content: '' })).content).toBe(
    'replaced src/a.ts (0 bytes, before 17)',
  );
  expect((await run('read_file', { path: 'src/a.ts' })).content).toBe('(the file is empty)');
});

test('no tool gets out of the workspace', async () => {
  for (const path of ['../x', '/etc/passwd', '.devai/x']) {
    for (const name of ['list_files', 'read_file', 'write_file', 'edit_file', 'search_files']) {
      const input = { path, content: 'x', old_text: 'a', new_text: 'b', query: 'root' };
      expect(await run(name, input)).toMatchObject({
        ok: false,
        content: expect.stringContaining('the path'),
      });
    }
  }
});

test('the list of an empty folder says so, and that of a long one says how much is left', async () => {
  expect((await run('list_files', {})).content).toBe('(empty)');
  await Promise.all(Array.from({ length: 1_003 }, (_, index) => put(`file-${index}`, '')));
  const { content } = await run('list_files', {});
  expect(content.split('\n')).toHaveLength(1_001);
  expect(content).toContain('(3 more;');
});

test('reading page by page gives the whole file, whatever its lines', async () => {
  const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\r', ' '), maxLength: 5 }), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 1, max: 7 }), async (content, pageSize) => {
      const text = content.join('\n');
      if (text === '') return;
      await put('paged.txt', text);
      let read = '';
      for (let from = 1; ;) {
        const page = (await run('read_file', { path: 'paged.txt', from_line: from, lines: pageSize }))
          .content;
        const note = /\n\[lines \d+ to (\d+)(; more follow from line (\d+)|, the end)\]$/.exec(page);
        read += note ? page.slice(0, note.index) : page;
        if (!note?.[3]) break;
        from = Number(note[3]);
      }
      expect(read).toBe(text);
    }),
    { numRuns: 80 },
  );
});

test('one call reads at most 256 kB, in whole lines', async () => {
  const line = `${'x'.repeat(999)}\n`;
  await put('big.log', line.repeat(1_000));
  const first = (await run('read_file', { path: 'big.log', lines: 1_000_000 })).content;
  expect(first).toContain('[lines 1 to 262; more follow from line 263]');
  expect(first.length).toBeLessThan(262_144 + 100);
  const last = (await run('read_file', { path: 'big.log', from_line: 999 })).content;
  expect(last).toBe(`${line}${line}\n[lines 999 to 1000, the end]`);
  expect(await run('read_file', { path: 'big.log', from_line: 1_001 })).toEqual({
    ok: false,
    content: 'big.log has fewer than 1001 lines',
  });
});

test('a line longer than one call reads is shown from its start, without half a character', async () => {
  await put('long.txt', `short\n${'é'.repeat(200_000)}\nend`);
  const { content } = await run('read_file', { path: 'long.txt', from_line: 2 });
  expect(content).toContain('[line 2 is longer than one call reads');
  expect(content).not.toContain('\ufffd');
  expect((await run('read_file', { path: 'long.txt' })).content).toBe(
    'short\n\n[lines 1 to 1; more follow from line 2]',
  );
});

test('binary files are reported as such', async () => {
  await put('image.png', Buffer.from([0x89, 0x50, 0, 1]));
  expect(await run('read_file', { path: 'image.png' })).toMatchObject({
    ok: false,
    content: expect.stringContaining('binary'),
  });
  await put('latin1.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  expect(await run('edit_file', { path: 'latin1.txt', old_text: 'caf', new_text: 'x' })).toMatchObject({
    ok: false,
    content: 'the file is not UTF-8 text',
  });
  expect((await run('read_file', { path: 'latin1.txt' })).content).toBe('caf\ufffd');
});

test('an edit needs exactly one match, or replace_all', async () => {
  await put('a.txt', 'one\ntwo\none\n');
  const many = await run('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'ONE' });
  expect(many).toEqual({
    ok: false,
    content: 'old_text occurs 2 times in a.txt (lines 1, 3). Add the text around it, or set replace_all.',
  });
  expect(await onDisk('a.txt')).toBe('one\ntwo\none\n');
  const all = await run('edit_file', {
    path: 'a.txt',
    old_text: 'one',
    new_text: '$& $1',
    replace_all: true,
  });
  expect(all.content).toBe('edited a.txt: 2 places (lines 1, 3)');
  expect(await onDisk('a.txt')).toBe('$& $1\ntwo\n$& $1\n');
});

const edit = (old_text: string, new_text: string) => run('edit_file', { path: 'a.txt', old_text, new_text });

test('an edit that cannot be made says why and changes nothing', async () => {
  await put('a.txt', 'if (a) {\n    b();\n}\n');
  expect((await edit('if (a) {\n  b();', 'x')).content).toContain('It occurs with other white space');
  expect((await edit('if (c)', 'x')).content).toContain('The file may have changed');
  expect((await edit('b();', 'b();')).content).toContain('nothing would change');
  expect((await edit('', 'x')).content).toContain('old_text');
  expect(await onDisk('a.txt')).toBe('if (a) {\n    b();\n}\n');
});

test('an edit keeps the line ends and the byte order mark of the file', async () => {
  await put('windows.txt', '\ufeffone\r\ntwo\r\nthree\r\n');
  const { ok } = await run('edit_file', { path: 'windows.txt', old_text: 'one\ntwo', new_text: '1\n2' });
  expect(ok).toBe(true);
  expect(await onDisk('windows.txt')).toBe('\ufeff1\r\n2\r\nthree\r\n');
});

test('a search finds text and names in any case, below a folder or in one file', async () => {
  await mkdir(join(root(), 'src', 'deep'), { recursive: true });
  await put('src/deep/Extraction.ts', 'first\n  the Needle is (here.*)\n');
  await put('needle.md', 'nothing\n');
  expect((await run('search_files', { query: 'needle' })).content).toBe(
    'needle.md\nsrc/deep/Extraction.ts:2: the Needle is (here.*)',
  );
  expect((await run('search_files', { query: 'needle', path: 'src' })).content).toBe(
    'src/deep/Extraction.ts:2: the Needle is (here.*)',
  );
  expect(
    (await run('search_files', { query: '(here.*)', path: 'src/deep/Extraction.ts' })).content,
  ).toContain(':2:');
  expect((await run('search_files', { query: 'absent' })).content).toBe(
    'nothing matches "absent" in 2 files',
  );
});

test('a search leaves out generated files, binary files and links', async () => {
  for (const folder of ['node_modules', '.git', '.devai']) {
    await mkdir(join(root(), folder));
    await put(`${folder}/found.txt`, 'needle');
  }
  await put('data.bin', Buffer.from('needle\0'));
  await put('huge.txt', 'needle'.padEnd(1_000_001));
  await symlink('.git', join(root(), 'link'));
  await symlink('.', join(root(), 'circle'));
  expect((await run('search_files', { query: 'needle' })).content).toBe(
    'nothing matches "needle" in 1 files',
  );
});

test('a search leaves out the file of recent focus, unless it is asked for', async () => {
  await mkdir(join(root(), 'memory'));
  await mkdir(join(root(), 'src', 'memory'), { recursive: true });
  await put('memory/RECENT_FOCUS.md', '- **levels** | files: src/levels.ts');
  await put('memory/RECENT_FOCUS.md.bak', '- **levels**');
  await put('memory/notes.md', 'levels of the river');
  await put('src/memory/RECENT_FOCUS.md', 'levels, of a project of that name');
  const found = async (input: object) =>
    (await run('search_files', input)).content.split('\n').map((line) => line.split(':')[0]);
  expect(await found({ query: 'levels' })).toEqual(['memory/notes.md', 'src/memory/RECENT_FOCUS.md']);
  expect(await found({ query: 'levels', path: '.' })).toEqual([
    'memory/notes.md',
    'src/memory/RECENT_FOCUS.md',
  ]);
  expect(await found({ query: 'levels', path: 'memory/RECENT_FOCUS.md' })).toEqual([
    'memory/RECENT_FOCUS.md',
  ]);
  expect(await found({ query: 'levels', path: 'memory' })).toContain('memory/RECENT_FOCUS.md');
  expect(await found({ query: 'recent_focus' })).toContain('memory/RECENT_FOCUS.md');
});

test('a search leaves out the memory file, unless it is asked for', async () => {
  await put('what-is-known.md', '- levels are fun');
  await put('notes.md', 'levels of the river');
  workspace = openWorkspace(root(), { readOnly: ['what-is-known.md'] });
  const found = async (query: string) => (await run('search_files', { query })).content.split('\n');
  expect(await found('levels')).toEqual(['notes.md:1: levels of the river']);
  expect(await found('what-is-known.md')).toEqual(['what-is-known.md']);
});

test('a search looks up a folder once, and walks on from there, however deep it is', async () => {
  const deep = Array.from({ length: 400 }, () => 'd').join('/');
  await mkdir(join(root(), deep), { recursive: true });
  await put(`${deep}/last.txt`, 'needle');
  let lookups = 0;
  const { visit } = workspace;
  workspace.visit = (path, work) => {
    lookups += 1;
    return visit(path, work);
  };
  expect((await run('search_files', { query: 'needle' })).content).toBe(`${deep}/last.txt:1: needle`);
  expect(lookups).toBe(1);
});

test('a search skips a folder that it may not enter, here one below a path that is too long, and says so', async () => {
  const deep = Array.from({ length: 60 }, () => 'a'.repeat(20)).join('/');
  await mkdir(join(root(), deep), { recursive: true });
  await put(`${deep}/last.txt`, 'needle');
  await mkdir(join(root(), 'open'));
  await put('open/a.txt', 'needle');
  const { content } = await run('search_files', { query: 'needle' });
  expect(content).toMatch(
    /^open\/a.txt:1: needle\n\(not searched: the path .* is longer than 1000 characters\)$/,
  );
});

test('a search stops at its limit, says so, and shows the part of a long line that matches', async () => {
  await put('many.txt', 'needle\n'.repeat(500));
  const { content } = await run('search_files', { query: 'needle' });
  expect(content.split('\n')).toHaveLength(201);
  expect(content).toContain('(stopped after 200 matches in 1 files');
  await put('many.txt', `${'x'.repeat(50_000)}needle${'y'.repeat(50_000)}`);
  const long = (await run('search_files', { query: 'needle' })).content;
  expect(long).toContain('needle');
  expect(long.length).toBeLessThan(400);
});

test('a search ends when the turn is cancelled', async () => {
  await put('a.txt', 'x');
  const abort = new AbortController();
  const running = run('search_files', { query: 'x' }, abort.signal);
  abort.abort(new Error('cancelled'));
  expect(await running).toMatchObject({ ok: false, content: expect.stringContaining('cancelled') });
});

const run = (name: string, input: object, signal = new AbortController().signal) =>
  callTool(name, input, { workspace, signal });

const onDisk = (path: string) => readFromDisk(join(root(), path), 'utf8');

const put = (path: string, content: string | Buffer) => writeToDisk(join(root(), path), content);
