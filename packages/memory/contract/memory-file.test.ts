import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statementId } from '../src/memory-file/statement.ts';
import type { Memory } from '../src/memory.ts';
import { daysAfter, openWorld, project } from '../testing/open-world.ts';
import { testDatabases } from './test-database.ts';

describe.each(testDatabases())('the memory file on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const others = openWorld(testDatabase);
  let folder: string;
  let path: string;
  let memory: Memory;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'devai-memory-file-'));
    path = join(folder, 'memory', 'memory.md');
    memory = await open();
  });
  afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

  const open = (at = path, of = world) =>
    of.openMemory({ memoryFile: { path: at, project }, timeZone: 'UTC' });
  const read = (at = path) => readFile(at, 'utf8');
  const edit = async (change: (text: string) => string, at = path) => writeFile(at, change(await read(at)));
  const tell = (content: string, of = memory) => of.remember({ content, project });
  const known = async (of = memory) =>
    (await of.memories.list({ project })).map((one) => one.content).toSorted();
  const line = (text: string) => `- ${text} [${statementId(text)}]\n`;
  const under = (heading: string, text: string) => (file: string) =>
    file.replace(`## ${heading}\n`, `## ${heading}\n\n- ${text}\n`);

  it('shows what is known soon after it changed, and is the same bytes for as long as nothing does', async () => {
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await memory.memoryFile.sync()).toMatchObject({ written: false, degraded: [] });
    const { id } = (await tell('The server listens on port 3000')).memory;
    await expect.poll(() => read().catch(String)).toContain(line('The server listens on port 3000'));
    await memory.memories.update(id, { content: 'The server listens on port 4000' }, 'moved');
    await expect.poll(() => read()).toContain(line('The server listens on port 4000'));
    const before = await stat(path);
    await world.setNow(daysAfter(3));
    expect(await memory.memoryFile.sync()).toMatchObject({ written: false, notUnderstood: [] });
    expect((await stat(path)).ino).toBe(before.ino);
    await memory.memories.invalidate(id, 'no longer');
    await expect.poll(() => read()).not.toContain('The server');
  });

  it('has nothing of a user who was erased, and brings nothing of it back', async () => {
    await memory.remember({ content: 'The user lives in Kassel', about: 'user' });
    await memory.memoryFile.sync();
    expect(await read()).toContain('Kassel');
    await memory.users.erase('me');
    expect(await read()).not.toContain('Kassel');
    await memory.memoryFile.sync();
    expect(await known()).toEqual([]);
  });

  it('takes over what the user adds, where they add it, without secrets and what a host refuses', async () => {
    await tell('The server listens on port 3000');
    await memory.memoryFile.sync();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await edit(under('About you', 'Lives in Kassel'));
    await edit(under('How you like to work', 'Short answers'));
    await edit(under('How to work in this project', 'Push on Mondays'));
    await edit(under('This project', secret));
    const report = await memory.memoryFile.sync();
    expect(report).toMatchObject({
      added: ['Lives in Kassel', 'Short answers', 'Push on Mondays'],
      written: true,
    });
    expect(report.notUnderstood.join()).toMatch(/^line \d+ was not taken over: .*secret/);
    expect(memory.notices().join()).toContain(`${path}.bak`);
    expect(memory.memoryFile.notice()).not.toContain(secret);
    expect(await read(`${path}.bak`)).toContain(secret);
    const text = await read();
    expect(text).toContain(`## About you\n\n${line('Lives in Kassel')}`);
    expect(text).toContain(`## How you like to work\n\n${line('Short answers')}`);
    expect(text).toContain(`## How to work in this project\n\n${line('Push on Mondays')}`);
    expect(text).not.toContain(secret);
    const found = await memory.memories.list({ project });
    expect(found.map(({ namespace, trust }) => `${namespace.split('/')[1]} by ${trust}`).toSorted()).toEqual([
      'project by user',
      'project by user',
      'user by user',
      'user by user',
    ]);
    // an edit that is understood ends the note
    await edit(under('About you', 'Speaks Thai'));
    await memory.memoryFile.sync();
    expect(memory.memoryFile.notice()).toBeNull();
  });

  it('corrects a memory by the words of its line, with a history that can be undone', async () => {
    const { id } = (await tell('The server listens on port 3000')).memory;
    await memory.memoryFile.sync();
    await edit((text) => text.replace('3000', '4000'));
    expect(await memory.memoryFile.sync()).toMatchObject({
      corrected: ['The server listens on port 4000'],
      added: [],
    });
    expect(await read()).toContain(line('The server listens on port 4000'));
    expect((await memory.memories.history(id)).at(-1)).toMatchObject({ action: 'updated' });
    await memory.memories.undo(id, 'not so');
    await expect.poll(() => read()).toContain(line('The server listens on port 3000'));
  });

  it('forgets a removed line a day after it was shown as pending, unless it is put back', async () => {
    await tell('The server listens on port 3000');
    await tell('The database is Postgres');
    await memory.memoryFile.sync();
    await edit((text) =>
      text.replace(line('The server listens on port 3000'), '').replace(line('The database is Postgres'), ''),
    );
    expect(await memory.memoryFile.sync()).toMatchObject({
      removed: [],
      pending: ['The database is Postgres', 'The server listens on port 3000'],
    });
    expect(await read()).toContain('## Forgotten on 2026-03-02 unless put back\n\n- The database');
    expect(await known()).toHaveLength(2);
    // also when the file is deleted meanwhile
    await rm(path);
    expect(await memory.memoryFile.sync()).toMatchObject({ removed: [], pending: [], written: true });
    await edit((text) => text.replace(line('The database is Postgres'), ''));
    await edit(under('This project', line('The database is Postgres').slice(2, -1)));
    await world.setNow(daysAfter(0.4));
    expect(await memory.memoryFile.sync()).toMatchObject({ removed: [] });
    expect(await known()).toHaveLength(2);
    await world.setNow(daysAfter(0.6));
    expect(await memory.memoryFile.sync()).toMatchObject({ removed: ['The server listens on port 3000'] });
    expect(await known()).toEqual(['The database is Postgres']);
    expect(await read()).not.toContain('The server');
    expect(await read()).not.toContain('## Forgotten');
  });

  it('forgets at once what is removed from the pending ones, too, and keeps what was changed meanwhile', async () => {
    await tell('The server listens on port 3000');
    const { id } = (await tell('The database is Postgres')).memory;
    await memory.memoryFile.sync();
    const [gone, kept] = [line('The server listens on port 3000'), line('The database is Postgres')];
    await edit((text) => text.replace(gone, '').replace(kept, ''));
    await memory.memoryFile.sync();
    await world.setNow(daysAfter(0.1));
    await edit((text) => text.replace(gone, '').replace(kept, ''));
    await world.store.updateMemory(id, { importance: 3 }, { kind: 'user', id: null }, 'more', null);
    const report = await memory.memoryFile.sync();
    expect(report.removed).toEqual(['The server listens on port 3000']);
    expect(report.notUnderstood.join()).toContain('The database is Postgres: stays');
    expect(await known()).toEqual(['The database is Postgres']);
    expect(await read()).toContain(`## This project\n\n${kept}`);
  });

  it('loses what is forgotten elsewhere at once, also from its copy', async () => {
    const { id } = (await tell('The vault code hangs behind the boiler')).memory;
    await tell('The database is Postgres');
    await memory.memoryFile.sync();
    await edit((text) => `${text}\na note\n`);
    await memory.memoryFile.sync();
    expect(await read(`${path}.bak`)).toContain('boiler');
    await edit((text) => `${text}\nanother note\n`);
    await memory.memories.forget(id);
    expect(await read()).not.toContain('boiler');
    expect(await read()).toContain(line('The database is Postgres'));
    const copy = await read(`${path}.bak`);
    expect(copy).not.toContain('boiler');
    expect(copy).toContain('another note');
  });

  it('leaves what another project wrote, as a copy, and is not kept for many users', async () => {
    await tell('The database is Postgres');
    await memory.memoryFile.sync(); // else it is written later, maybe over what the other wrote
    const other = await world.openMemory({ memoryFile: { path, project: 'billing' } });
    await other.remember({ content: 'Invoices are in euros', project: 'billing' });
    await other.memoryFile.sync();
    const theirs = await read();
    const report = await memory.memoryFile.sync();
    expect(report).toMatchObject({ added: [], removed: [], copy: `${path}.bak` });
    expect(await read(`${path}.bak`)).toBe(theirs);
    expect(await known()).toEqual(['The database is Postgres']);
    await expect(world.openMemory({ memoryFile: { path, project }, users: 'many' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('that cannot be used is reported, and memories are kept without it', async () => {
    const blocked = await open(folder);
    await tell('The database is Postgres', blocked);
    expect((await blocked.memoryFile.sync()).degraded.join()).toContain('EISDIR');
  });

  it.each([true, false])(
    'is merged by git between two stores without losing a statement (union: %s)',
    async (isUnion) => {
      const git = (of: string, ...words: string[]) =>
        execFileSync('git', ['-C', of, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
          stdio: 'pipe',
        });
      const [origin, one, two] = ['origin', 'one', 'two'].map((name) => join(folder, name));
      execFileSync('git', ['init', '-q', '--bare', '-b', 'main', origin ?? '']);
      for (const clone of [one, two])
        execFileSync('git', ['clone', '-q', origin ?? '', clone ?? ''], { stdio: 'pipe' });
      const [first, second] = [join(one ?? '', 'memory.md'), join(two ?? '', 'memory.md')];
      const [mine, theirs] = [await open(first), await open(second, others)];
      const commit = (at: string) => {
        git(dirname(at), 'add', '-A');
        git(dirname(at), 'commit', '-q', '--allow-empty', '-m', 'memory');
      };
      const pull = (at: string) => {
        try {
          git(dirname(at), 'pull', '-q', '--no-rebase', 'origin', 'main');
        } catch {
          // a conflict stays in the file
          if (isUnion) throw new Error('union left a conflict');
        }
      };
      if (isUnion) await writeFile(join(dirname(first), '.gitattributes'), 'memory.md merge=union\n');
      for (const fact of [
        'The database is Postgres',
        'Invoices are in euros',
        'The server listens on port 3000',
      ])
        await tell(fact, mine);
      await mine.remember({ content: 'Is a nurse', about: 'user', project });
      await mine.memoryFile.sync();
      commit(first);
      git(dirname(first), 'push', '-q', 'origin', 'HEAD:main');
      pull(second);
      await theirs.memoryFile.sync();
      expect(await read(second)).toBe(await read(first));

      // edits on both sides, in the same section
      await edit(under('This project', 'Backups run at night'), first);
      await tell('Deploys go to Frankfurt', mine);
      await mine.memoryFile.sync();
      await edit(
        (text) => under('About you', 'Lives in Kassel')(text).replace(line('Is a nurse'), ''),
        second,
      );
      await tell('Logs are kept for a week', theirs);
      await theirs.memoryFile.sync();
      for (const at of [first, second]) commit(at);
      git(dirname(first), 'push', '-q', 'origin', 'HEAD:main');
      pull(second);
      expect((await read(second)).includes('<<<<<<<')).toBe(!isUnion);
      await theirs.memoryFile.sync();
      commit(second);
      git(dirname(second), 'push', '-q', 'origin', 'HEAD:main');
      pull(first);
      await mine.memoryFile.sync();

      const all = [
        'Backups run at night',
        'Deploys go to Frankfurt',
        'Invoices are in euros',
        'Is a nurse',
        'Lives in Kassel',
        'Logs are kept for a week',
        'The database is Postgres',
        'The server listens on port 3000',
      ];
      expect(await known(mine)).toEqual(all);
      expect(await known(theirs)).toEqual(all);
      expect(await read(second)).toBe(await read(first));
      // what one of them removed is pending for both, and goes from both
      expect(await read(first)).toContain(
        `## Forgotten on 2026-03-02 unless put back\n\n${line('Is a nurse')}`,
      );
      for (const [of, at] of [
        [world, mine],
        [others, theirs],
      ] as const) {
        await of.setNow(daysAfter(1));
        expect((await at.memoryFile.sync()).removed).toEqual(['Is a nurse']);
      }
      expect(await known(mine)).toEqual(await known(theirs));
    },
  );
});
