import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';
import { linesOf } from '../testing/lines-of.ts';

describe.each(testDatabases())('a project by any spelling of its name on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  beforeEach(async () => {
    memory = await world.openMemory();
    for (const [name] of projects) await talk(name);
  });

  it('finds its own sessions, messages, topics and costs, and never another’s', async () => {
    for (const [name, ...spellings] of projects) {
      const own = await listed(name);
      expect(own, name).toHaveLength(1);
      for (const spelling of [name, ...spellings]) {
        expect(await listed(spelling)).toEqual(own);
        expect(await found(spelling)).toEqual([`the gateway of ${name} listens on a port`]);
        expect(await memory.focus.list(spelling)).toHaveLength(1);
        expect((await memory.stats({ project: spelling })).sessions.count).toBe(1);
      }
    }
  });

  it('shows the name as it was given where the id cannot, from the first session, memory or document on', async () => {
    const nameOf = async (project: string) => (await memory.projects.get(project)).name;
    expect(await nameOf('%')).toBe('%');
    expect(await nameOf('../TASKFORGE ')).toBe('../taskforge');
    // the id tells these as they are
    expect(await nameOf('TaskForge')).toBe('taskforge');
    expect(await nameOf('CAFÉ')).toBe('café');

    await memory.remember({ content: 'The rocket is red', project: '🚀 Rocket' });
    expect(await nameOf('🚀 rocket')).toBe('🚀 Rocket');
    await memory.remember({ content: 'The rocket is tall', project: '🚀 ROCKET' });
    expect(await nameOf('🚀 rocket')).toBe('🚀 Rocket');

    const document = { path: 'a.md', sourceHash: 'a', bytes: 2 };
    const read = async () => ({ text: 'The till closes at 8', title: null, kind: 'text' as const });
    await memory.documents.ingest({ ...document, project: 'a/b\nc', read });
    expect(await nameOf('a/b\nc')).toBe('a/b c');

    const messages = [{ role: 'user' as const, content: 'hello' }];
    await memory.sessions.extractFrom({ messages, project: 'Posted?' });
    expect(await nameOf('posted?')).toBe('Posted?');

    await memory.projects.save('Set & Done', { description: 'tea' });
    expect(await memory.projects.save('Set & Done', {})).toMatchObject({ name: 'Set & Done' });
  });

  it('keeps the name that a person gave, and names nothing by a memory that is filed elsewhere', async () => {
    await memory.projects.save('%', { name: 'Per cent' });
    await talk('%');
    expect(await memory.projects.get('%')).toMatchObject({ name: 'Per cent' });
    await memory.remember({ content: 'I prefer tabs', about: 'user', project: 'el/sewhere' });
    await expect(memory.projects.get('el/sewhere')).rejects.toMatchObject({ code: 'not_found' });
    await expect(memory.projects.save('ty/po', { archived: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.projects.get('ty/po')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused when it is blank, which is neither a project nor all of them', async () => {
    const refused = { code: 'invalid_input', message: expect.stringContaining('project') };
    for (const project of ['', '  ', '\n']) {
      await expect(memory.sessions.open({ id: randomUUID(), project, agent: 'chapo' })).rejects.toMatchObject(
        refused,
      );
      await expect(memory.remember({ content: 'Ports are odd', project })).rejects.toMatchObject(refused);
      await expect(memory.recall({ text: 'which port', project })).rejects.toMatchObject(refused);
      await expect(memory.memories.list({ project })).rejects.toMatchObject(refused);
      await expect(memory.stats({ project })).rejects.toMatchObject(refused);
      await expect(memory.shared.publish('key', 1, { project })).rejects.toMatchObject(refused);
      await expect(memory.focus.list(project)).rejects.toMatchObject(refused);
      await expect(memory.projects.save(project, {})).rejects.toMatchObject(refused);
    }
  });

  it.each([
    ['shop', 'blog'],
    ['shop', null],
    [null, 'blog'],
  ])('keeps its sessions: one of %s is neither opened nor continued in %s', async (project, other) => {
    const session = { id: randomUUID(), project, agent: 'chapo' };
    const stranger = { ...session, project: other };
    await memory.sessions.open(session);
    const refused = {
      code: 'conflict',
      message: expect.stringMatching(new RegExp(`${project ?? 'no project'}.*${other ?? 'no project'}`)),
    };
    await expect(memory.sessions.open(stranger)).rejects.toMatchObject(refused);
    await expect(memory.sessions.append(stranger, [])).rejects.toMatchObject(refused);
    const given = { messages: [{ role: 'user' as const, content: 'hello' }], sessionId: session.id };
    await expect(memory.sessions.extractFrom({ ...given, project: other })).rejects.toMatchObject(refused);
    expect(await memory.sessions.messages(session.id)).toEqual([]);
    const typed = { ...session, project: project && ` ${project.toUpperCase()} ` };
    expect(await memory.sessions.open(typed)).toMatchObject({ id: session.id, project });
    await memory.sessions.append(typed, []);
  });

  it('finds nothing under an unknown name', async () => {
    for (const name of ['taskforg', 'taskforge2', 'task forge', '*']) {
      expect(await listed(name)).toEqual([]);
      expect(await found(name)).toEqual([]);
      expect((await memory.stats({ project: name })).sessions.count).toBe(0);
    }
    expect(await found(null)).toEqual([]);
  });

  it('works the same in a store that wrote names as they were typed', async () => {
    await world.query(`update public.devai_sessions set project = 'TaskForge' where project = 'taskforge'`);
    await world.query(
      `update public.devai_recent_topics set project = 'TaskForge' where project = 'taskforge'`,
    );
    const lines = await linesOf(memory.transfer.export());
    await world.query(
      'truncate public.devai_sessions, public.devai_messages, public.devai_recent_topics cascade',
    );
    await memory.transfer.import(lines);
    expect(await listed('TaskForge')).toHaveLength(1);
    expect(await found('taskForge')).toHaveLength(1);
    expect(await world.store.listTopics('taskforge', { includeInactive: false, limit: 5 })).toHaveLength(1);
  });

  async function talk(project: string | null): Promise<void> {
    await world.say([`the gateway of ${project} listens on a port`], { of: project });
    await memory.focus.edit(project, [{ topic: 'gateway', filePaths: [], directories: [] }]);
  }

  async function listed(project: string) {
    return (await memory.sessions.list({ project, limit: 50 })).map(({ id }) => id);
  }

  async function found(project: string | null) {
    return (await memory.search({ text: 'gateway port', project, messages: true })).messages.map(
      ({ message }) => message.content,
    );
  }
});

/** Each line is one project in several spellings; another line is another project. */
const projects: [string, ...string[]][] = [
  ['TaskForge', 'taskforge', ' TASKFORGE '],
  ['task', 'Task'],
  ['task_forge'],
  ['task%'],
  ['%'],
  ['Caf\u00e9', 'cafe\u0301', 'CAF\u00c9'],
  ['cafe'],
  ['เสือ'],
  ['เสื้อ'],
  ['ﬁle'],
  ['file'],
  ['task/forge', 'Task/Forge'],
  ['../taskforge'],
  ["x' or '1'='1"],
];
