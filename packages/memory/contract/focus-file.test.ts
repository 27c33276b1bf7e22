import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from './test-database.ts';
import { resolveOptions } from '../src/options.ts';
import {
  namesOf,
  openWorkspace,
  sessionId,
  shownIn,
  withoutTopic,
  workOn,
  type Workspace,
} from '../src/focus/focus.fixture.ts';
import type { Focus } from '../src/focus/focus.ts';
import { openWorld, project } from '../testing/open-world.ts';

const extraction = 'apps/api/src/memory/extraction.ts';
const deploy = 'infra/deployment/deploy.yml';

describe.each(testDatabases())('the focus file on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let workspace: Workspace;
  let focus: Focus;
  beforeEach(async () => {
    workspace = await openWorkspace(world);
    focus = workspace.open();
  });
  afterEach(async () => {
    await focus.idle();
    await workspace.close();
  });

  it('is not written when nothing changed, and not touched at a session start when nobody edited it', async () => {
    await workspace.runSession(0, [extraction]);
    const before = await stat(workspace.path);
    expect(await focus.write({ project })).toMatchObject({ written: false });
    await workspace.advance(0.5);
    expect(await focus.sync({ project })).toMatchObject({ written: false });
    expect((await stat(workspace.path)).ino).toBe(before.ino);
    expect(await focus.write({ project })).toMatchObject({ written: true });
    expect(await workspace.read()).toContain('last: 12h ago');
  });

  it('is not created before there is a topic, and recreated when the user deletes it', async () => {
    expect(await focus.sync({ project })).toMatchObject({ written: false, degraded: [] });
    await expect(stat(workspace.path)).rejects.toMatchObject({ code: 'ENOENT' });
    await workspace.runSession(0, [extraction]);
    await rm(workspace.path);
    expect(await focus.sync({ project })).toMatchObject({ removed: [], written: true });
    expect(shownIn(await workspace.read())).toEqual(['memory']);
  });

  it('fills an empty store, as after a move', async () => {
    await workspace.write(
      '# Recent Focus\n\n## Active\n- **memory/extraction**\n  files: a.ts\n- **billing**\n',
    );
    expect(await focus.sync({ project })).toMatchObject({ added: ['memory/extraction', 'billing'] });
    expect((await focus.list(project)).map(({ topic, parentTopic }) => [topic, parentTopic])).toEqual([
      ['billing', null],
      ['memory/extraction', 'memory'],
    ]);
  });

  it('saved from an editor with an old version removes nothing that was added since', async () => {
    await workspace.runSession(0, [extraction]);
    await workspace.runSession(1, [deploy]);
    const inEditor = await workspace.read();
    await workspace.advance(0.1);
    for (const [index, topic] of ['billing', 'search', 'gateway'].entries()) {
      await workspace.runSession(index + 2, [`src/${topic}/a.ts`]);
    }
    await workspace.write(withoutTopic('deployment')(inEditor));
    expect(await workspace.open().sync({ project })).toMatchObject({ removed: ['deployment'], added: [] });
    expect(namesOf(await focus.list(project)).toSorted()).toEqual(['billing', 'gateway', 'memory', 'search']);
  });

  it('saved from an old version takes over its paths and keeps those added since', async () => {
    await workspace.runSession(0, [extraction]);
    const inEditor = await workspace.read();
    await workspace.advance(0.1);
    await workspace.runSession(1, [extraction, 'apps/api/src/memory/service.ts']);
    await workspace.write(inEditor.replace(extraction, 'apps/api/src/memory/x.ts'));
    expect(await workspace.open().sync({ project })).toMatchObject({ removed: [], corrected: ['memory'] });
    const [memory] = await focus.list(project);
    expect(memory?.filePaths.toSorted()).toEqual([
      'apps/api/src/memory/service.ts',
      'apps/api/src/memory/x.ts',
    ]);
  });

  it('removes nothing that another process wrote in the same millisecond', async () => {
    await workspace.runSession(0, [extraction]);
    const stale = await workspace.read();
    await workspace.runSession(1, ['apps/api/src/memory/service.ts']);
    await workspace.write(stale);
    expect(await workspace.open().sync({ project })).toMatchObject({ removed: [], corrected: [] });
    const [memory] = await focus.list(project);
    expect(memory?.filePaths).toHaveLength(2);
  });

  it('removes nothing when it is unknown what was last written', async () => {
    await workspace.runSession(0, [extraction]);
    await world.query(`delete from public.devai_settings`);
    await workspace.edit(withoutTopic('memory'));
    const report = await focus.sync({ project });
    expect(report).toMatchObject({ removed: [], written: true });
    expect(report.notUnderstood.join()).toContain('nothing counts as removed');
    expect(shownIn(await workspace.read())).toEqual(['memory']);
  });

  it('loses no edit that is made while it is being written', async () => {
    await workspace.runSession(0, [extraction]);
    await workspace.runSession(1, [deploy]);
    await workspace.advance(0.1);
    let edits = 0;
    const store: Workspace['store'] = {
      ...workspace.store,
      async pushSetting(...input) {
        if (edits === 0) {
          edits += 1;
          await workspace.edit((text) =>
            withoutTopic('deployment')(text).replace('## Fading', '- **billing**\n\n## Fading'),
          );
        }
        return workspace.store.pushSetting(...input);
      },
    };
    const slow = workspace.open({ store });
    slow.noteStep(workOn(['src/search/a.ts'], { sessionId: sessionId(2) }));
    await slow.idle();
    expect(edits).toBe(1);
    expect(namesOf(await focus.list(project)).toSorted()).toEqual(['billing', 'memory', 'search']);
    expect(shownIn(await workspace.read()).toSorted()).toEqual(['billing', 'memory', 'search']);
  });

  it('has all changes in the end when two processes tag while the user edits', async () => {
    await workspace.runSession(0, [extraction]);
    await workspace.runSession(1, [deploy]);
    const processes = [workspace.open(), workspace.open()];
    await workspace.edit(withoutTopic('deployment'));
    for (const [index, one] of processes.entries()) {
      void one.sync({ project });
      for (const name of ['billing', 'search', 'gateway']) {
        one.noteStep(workOn([`src/${name}-${index}/a.ts`], { sessionId: sessionId(index + 2) }));
        await one.idle();
      }
    }
    await Promise.all(processes.map((one) => one.write({ project })));
    const names = namesOf(await focus.list(project)).toSorted();
    expect(names).toEqual([
      'billing-0',
      'billing-1',
      'gateway-0',
      'gateway-1',
      'memory',
      'search-0',
      'search-1',
    ]);
    expect(shownIn(await workspace.read()).toSorted()).toEqual(names);
    expect(await workspace.open().sync({ project })).toMatchObject({
      removed: [],
      added: [],
      corrected: [],
    });
    expect(await readdir(dirname(workspace.path))).toEqual(['RECENT_FOCUS.md']);
  });

  it('that is damaged is kept as a copy and removes nothing', async () => {
    await workspace.runSession(0, [extraction]);
    await workspace.runSession(1, [deploy]);
    const text = withoutTopic('deployment')(await workspace.read());
    const bytes = Buffer.concat([
      Buffer.from(text.slice(0, 200)),
      Buffer.from([0xff, 0xfe, 0]),
      Buffer.from(text.slice(200)),
    ]);
    await writeFile(workspace.path, bytes);
    const report = await workspace.open().sync({ project });
    expect(report).toMatchObject({ removed: [], written: true });
    expect(report.notUnderstood.join()).toContain('UTF-8');
    expect(Buffer.compare(await readFile(`${workspace.path}.bak`), bytes)).toBe(0);
    expect(shownIn(await workspace.read()).toSorted()).toEqual(['deployment', 'memory']);
    expect(await workspace.open().sync({ project })).toMatchObject({ notUnderstood: [], written: false });
  });

  it('that is empty removes nothing and does not replace a better copy', async () => {
    await workspace.runSession(0, [extraction]);
    await writeFile(`${workspace.path}.bak`, 'worth more');
    await workspace.write('');
    expect(await focus.sync({ project })).toMatchObject({ removed: [], written: true });
    expect(String(await readFile(`${workspace.path}.bak`))).toBe('worth more');
  });

  it('that is damaged is left as it is when it cannot be copied', async () => {
    await workspace.runSession(0, [extraction]);
    await mkdir(`${workspace.path}.bak`);
    await workspace.write('nothing of the kind');
    const report = await focus.sync({ project });
    expect(report.degraded.join()).toContain('EISDIR');
    expect(await workspace.read()).toBe('nothing of the kind');
    expect(namesOf(await focus.list(project))).toEqual(['memory']);
  });

  it('that was not understood is named in the notices, until an edit is or its copy is erased', async () => {
    await workspace.runSession(0, [extraction]);
    const breakLine = () =>
      workspace.edit((text) => text.replace('## Fading', '- ** broken\n- **billing**\n\n## Fading'));
    await breakLine();
    // also when a step of a running session writes the file
    await focus.write({ project });
    const copy = `${workspace.path}.bak`;
    const notice = expect.stringMatching(/your version is .*RECENT_FOCUS\.md\.bak: line \d+.*- \*\* broken/);
    expect(focus.notice()).toEqual(notice);
    await focus.sync({ project });
    expect(focus.notice()).toEqual(notice);
    await workspace.edit(withoutTopic('billing'));
    await focus.sync({ project });
    expect(focus.notice()).toBeNull();
    await breakLine();
    await focus.sync({ project });
    expect(await readFile(copy, 'utf8')).toContain('broken');
    await focus.clear(project, null);
    expect(focus.notice()).toBeNull();
    await expect(readFile(copy)).rejects.toThrow('ENOENT');
  });

  it('with an unreadable line takes over additions, and nothing else', async () => {
    await workspace.runSession(0, [extraction]);
    await workspace.runSession(1, [deploy]);
    await workspace.edit((text) =>
      withoutTopic('deployment')(text).replace(
        '## Fading',
        'The port is 6543, do not forget.\n- **billing**\n\n## Fading',
      ),
    );
    const edited = await workspace.read();
    const report = await focus.sync({ project });
    expect(report).toMatchObject({ removed: [], added: ['billing'], corrected: [], written: true });
    expect(report.notUnderstood.join()).toContain('The port is 6543, do not forget.');
    expect(await readFile(`${workspace.path}.bak`, 'utf8')).toBe(edited);
    expect(shownIn(await workspace.read()).toSorted()).toEqual(['billing', 'deployment', 'memory']);
    expect(await focus.sync({ project })).toMatchObject({ notUnderstood: [] });
  });

  it('that cannot be used is reported, and topics work without it', async () => {
    await mkdir(workspace.path, { recursive: true });
    expect((await focus.sync({ project })).degraded.join()).toContain('EISDIR');
    focus.noteStep(workOn([extraction]));
    await focus.idle();
    expect((await focus.block(project)).block).toContain('**memory**');
  });

  it('shows only the topics of its own project, and applies edits to no other', async () => {
    await workspace.runSession(0, [extraction]);
    const text = await workspace.read();
    expect(await focus.sync({ project: 'other' })).toMatchObject({ added: [], written: false });
    focus.noteStep(workOn([deploy], { project: 'other', sessionId: sessionId(1) }));
    await focus.idle();
    await focus.write({ project: 'other' });
    expect(await workspace.read()).toBe(text);
    expect(namesOf(await focus.list('other'))).toEqual(['deployment']);
    expect(namesOf(await focus.list(project))).toEqual(['memory']);
  });

  it('of another project is put aside, not taken over', async () => {
    await workspace.runSession(0, [extraction]);
    const other = workspace.open({ file: { path: workspace.path, project: 'other' } });
    const report = await other.sync({ project: 'other' });
    expect(report).toMatchObject({ added: [], removed: [] });
    expect(report.notUnderstood.join()).toContain('another project');
    expect(await other.list('other')).toEqual([]);
    other.noteStep(workOn([deploy], { project: 'other' }));
    await other.idle();
    expect(shownIn(await workspace.read())).toEqual(['deployment']);
  });

  describe('while the store is down', () => {
    it('the file alone fills the block, with strengths as of now', async () => {
      await workspace.runSession(0, [extraction]);
      await workspace.runSession(1, [deploy]);
      await workspace.edit((text) =>
        withoutTopic('deployment')(text).replace('## Fading', '- **billing**\n\n## Fading'),
      );
      workspace.setAway(true);
      await workspace.advance(6);
      const { block, degraded } = await focus.block(project);
      expect(block.split('\n').slice(2)).toEqual([
        '- **billing** (last touched just now)',
        '- **memory** (1 session, last touched 6d ago, fading) — extraction.ts @ apps/api/src/memory/',
      ]);
      expect(degraded).toEqual([expect.stringContaining('the store cannot be reached')]);
      expect(namesOf(await focus.strongest(project, 1))).toEqual(['billing']);
      await workspace.advance(2);
      expect((await focus.block(project)).block).not.toContain('memory');
      expect((await focus.block('other')).block).toBe('');
    });

    it('or hangs, a turn waits no longer for it than a search does', async () => {
      await workspace.runSession(0, [extraction]);
      const hanging = workspace.open({
        store: { ...workspace.store, listTopics: () => new Promise(() => {}) },
        options: resolveOptions({ retrieval: { searchTimeout: 20 } }),
      });
      const { block, degraded } = await hanging.block(project);
      expect(block).toContain('- **memory**');
      expect(degraded).toEqual([expect.stringContaining('timeout')]);
    });

    it('edits wait in the file until the store is back', async () => {
      await workspace.runSession(0, [extraction]);
      await workspace.runSession(1, [deploy]);
      await workspace.edit(withoutTopic('deployment'));
      const edited = await workspace.read();
      workspace.setAway(true);
      expect(await focus.sync({ project })).toMatchObject({
        removed: [],
        written: false,
        degraded: [expect.stringContaining('the store cannot be reached')],
      });
      focus.noteStep(workOn(['src/search/a.ts']));
      await focus.idle();
      expect(focus.notice()).toContain('failures in a row: 1');
      expect(await workspace.read()).toBe(edited);
      workspace.setAway(false);
      expect(await focus.sync({ project })).toMatchObject({ removed: ['deployment'], degraded: [] });
    });

    it('and the file is unreadable, the block is empty and reports both', async () => {
      await mkdir(workspace.path, { recursive: true });
      workspace.setAway(true);
      const { block, degraded } = await focus.block(project);
      expect(block).toBe('');
      expect(degraded).toEqual([
        expect.stringContaining('the store cannot be reached'),
        expect.stringContaining('EISDIR'),
      ]);
      await expect(focus.list(project)).rejects.toMatchObject({ code: 'database_unavailable' });
    });
  });
});
