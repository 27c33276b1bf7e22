import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openWorld, project, start } from '../../testing/open-world.ts';
import * as samples from './samples.fixture.ts';

let memory: Memory;
const world = openWorld();

beforeEach(async () => {
  memory = await world.openMemory();
});

const all = async () => (await memory.memories.list({ limit: 500 })).toReversed();
const contents = async () => (await all()).map(({ content }) => content).toSorted();
const run = (files: { path: string; text: string }[], input = {}) =>
  memory.imports.run(files, { project, ...input });
const plan = (files: { path: string; text: string }[], input = {}) =>
  memory.imports.plan(files, { project, ...input });

describe('an import', () => {
  it('is planned without storing anything', async () => {
    const before = await world.everyRow();
    const planned = await plan([samples.mem0]);
    // but for the salt of its ids
    await memory.imports.plan([samples.mem0], { project: null });
    expect((await world.everyRow()).length - before.length).toBeLessThan(400);
    expect(planned).toMatchObject({
      statements: { new: 3, known: 0, stored: 0, redacted: 1 },
      byForm: { mem0: 4 },
      byCategory: { profile: 1 },
      byScope: { 'devai/user': 3 },
      byOwner: { anna: 3, ben: 1 },
      refused: { count: 1, byReason: { 'it has no text': 1 } },
    });
    expect(await contents()).toEqual([]);
  });

  it('keeps times, ids, tags and who said it, and is the user’s words only if they say so', async () => {
    const report = await run([samples.mem0]);
    expect(report).toMatchObject({ added: 3, open: 0, problem: null });
    const [nurse] = (await all()).filter(({ content }) => content.includes('nurse'));
    expect(nurse).toMatchObject({
      content: 'Works as a nurse in Hamburg',
      ...{ category: 'profile', namespace: 'devai/user/profile', trust: 'agent', source: 'import' },
      ...{ priority: 'medium', tags: ['professional_details'] },
      createdAt: new Date('2024-05-01T10:00:00.000Z'),
      lastAccessedAt: start,
      metadata: { imported: { from: 'mem0', id: 'm-1', user: 'anna', path: 'mem0.json' } },
    });
    await run([{ path: 'CLAUDE.md', text: '- Always run the tests before a commit.' }], { ownWords: true });
    const [rule] = (await all()).filter(({ category }) => category === 'rule');
    expect(rule).toMatchObject({
      trust: 'user',
      priority: 'high',
      namespace: 'devai/project/taskforge/rules',
    });
  });

  it('never stores a secret', async () => {
    await run([samples.mem0, samples.claudeFile]);
    const rows = await world.everyRow();
    for (const secret of samples.secrets) expect(rows).not.toContain(secret);
    expect(await contents()).toContainEqual(expect.stringContaining('[redacted:'));
  });

  it('twice is once, and continues after an interruption', async () => {
    const stop = new AbortController();
    const many = samples.manyMem0(60);
    const broken = memory.imports.run(
      [many],
      { project },
      {
        signal: stop.signal,
        onProgress: () => stop.abort(new Error('stopped')),
      },
    );
    await expect(broken).rejects.toThrow('stopped');
    expect(await contents()).toHaveLength(25);
    const second = await run([many]);
    expect(second).toMatchObject({ added: 35, statements: { new: 35, stored: 25 } });
    expect(await run([many])).toMatchObject({ added: 0, statements: { new: 0, stored: 60 } });
    expect(await contents()).toHaveLength(60);
    expect(new Set(await contents()).size).toBe(60);
  });

  it('does not bring back what was forgotten or replaced since', async () => {
    await run([samples.mem0]);
    const [nurse, other] = (await all()).toSorted((a, b) => a.content.localeCompare(b.content)).toReversed();
    await memory.memories.forget(nurse?.id ?? '');
    await memory.memories.invalidate(other?.id ?? '', 'no longer');
    const left = await contents();
    expect(await run([samples.mem0])).toMatchObject({
      added: 0,
      statements: { new: 0, stored: 1, changed: 1, forgotten: 1 },
    });
    expect(await contents()).toEqual(left);
  });

  it('strengthens nothing that is known already', async () => {
    await memory.remember({ content: 'Works as a nurse in Hamburg', project: null, about: 'user' });
    await memory.jobs.drain();
    const before = await all();
    expect(await run([samples.mem0])).toMatchObject({ added: 2, statements: { known: 1, new: 2 } });
    expect((await all()).filter(({ id }) => before.some((one) => one.id === id))).toEqual(before);
  });

  it('does not change what was learnt later', async () => {
    await memory.remember({ content: 'The gateway listens on port 9000', project });
    await memory.jobs.drain();
    const old = {
      namespace: ['facts'],
      key: 'k',
      value: { text: 'The gateway listens on port 8000' },
      created_at: '2020-01-01T00:00:00Z',
    };
    await run([{ path: 'store.jsonl', text: JSON.stringify(old) }]);
    expect(await contents()).toEqual(['The gateway listens on port 9000']);
  });
});

describe('undoing an import', () => {
  it('restores exactly what was there, also what it replaced', async () => {
    await run([
      { path: 'a.json', text: JSON.stringify(['The gateway listens on port 8000', 'Likes green tea']) },
    ]);
    const before = await snapshot();
    const next = ['The gateway listens on port 9000', 'Likes black tea', 'Has a dog named Rex'];
    const report = await run([{ path: 'b.json', text: JSON.stringify(next) }]);
    expect(report.added + report.changed).toBe(3);
    expect(await snapshot()).not.toEqual(before);
    const undone = await memory.imports.undo(report.id, 'a mistake');
    expect(undone).toMatchObject({ left: [], cancelled: 0, sessions: [] });
    expect(await snapshot()).toEqual(before);
    expect(await memory.imports.undo(report.id, 'again')).toMatchObject({ undone: [], left: [] });
    // both are of the same moment
    const listed = (await memory.imports.list()).toSorted((one, other) => one.name.localeCompare(other.name));
    expect(listed).toMatchObject([
      { name: 'a.json', undone: 0, stored: 2 },
      { name: 'b.json', undone: 3, stored: 3 },
    ]);
  });

  it('restores what several of its parts changed one after the other', async () => {
    await memory.remember({ content: 'The gateway listens on port 7000', project });
    await memory.jobs.drain();
    await world.query(
      `update public.devai_memories set priority = 'medium', trust = 'agent', source = 'discovery'`,
    );
    const before = await snapshot();
    const filler = (name: string) =>
      Array.from(
        { length: 30 },
        (_, index) => `The ${name} shelf ${index} holds the binder of the year ${1900 + index}`,
      );
    const lines = [
      'The gateway listens on port 8000',
      ...filler('upper'),
      'The gateway listens on port 9000',
    ];
    const report = await run([{ path: 'notes-memory.txt', text: lines.join('\n') }]);
    expect(report.changed).toBeGreaterThan(0);
    expect(await memory.imports.undo(report.id, 'a mistake')).toMatchObject({ left: [] });
    expect(await snapshot()).toEqual(before);
  });

  it('leaves what somebody changed since, and says so', async () => {
    const report = await run([samples.mem0]);
    const [one] = await all();
    await memory.memories.update(one?.id ?? '', { importance: 10 }, 'it matters');
    const undone = await memory.imports.undo(report.id, 'a mistake');
    expect(undone.left).toEqual([{ memoryId: one?.id, reason: 'updated since, by user' }]);
    expect(await contents()).toEqual([one?.content]);
  });

  it('lets the same be imported again', async () => {
    const report = await run([samples.mem0]);
    const stored = await contents();
    await memory.imports.undo(report.id, 'a mistake');
    expect(await contents()).toEqual([]);
    const again = await run([samples.mem0]);
    expect(again).toMatchObject({ added: 3 });
    expect(await contents()).toEqual(stored);
    await memory.imports.undo(again.id, 'again');
    expect(await contents()).toEqual([]);
  });

  it('is refused for what is no import', async () => {
    await expect(memory.imports.undo(randomUUID(), 'x')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('conversations', () => {
  it('are counted, and stored only if that is asked', async () => {
    const planned = await plan([samples.chatgpt]);
    expect(planned.conversations).toMatchObject({ new: 2, known: 0, messages: 5, included: false });
    expect(planned.conversations.tokens).toBeGreaterThan(20);
    await run([samples.chatgpt]);
    expect(await memory.sessions.list()).toEqual([]);
  });

  it('become sessions with the messages of the shown branch, their times and an extraction, once', async () => {
    const report = await run([samples.chatgpt], { conversations: true });
    expect(report).toMatchObject({ sessions: 2, open: 0 });
    const sessions = await memory.sessions.list();
    expect(sessions.map(({ name }) => String(name)).toSorted()).toEqual(['A dentist', 'Harbour trip']);
    const trip = sessions.find(({ name }) => name === 'Harbour trip');
    const messages = await memory.sessions.messages(trip?.id ?? '');
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: I moved to Lisbon in March. What should I see?',
      'assistant: See the harbour.',
      'user: My name is Clara, by the way.',
    ]);
    expect(messages[0]?.createdAt).toEqual(new Date('2024-06-01T10:00:00.000Z'));
    expect(await memory.jobs.drain()).toBeGreaterThan(1);
    expect(await contents()).toContainEqual(expect.stringContaining('Clara'));
    const rows = (await contents()).length;
    expect(await run([samples.chatgpt], { conversations: true })).toMatchObject({
      sessions: 0,
      conversations: { known: 2, new: 0 },
    });
    await memory.jobs.drain();
    expect(await contents()).toHaveLength(rows);
  });

  it('are deleted by undoing, with what was taken from them, and can be imported again', async () => {
    const statements = await contents();
    const planned = await plan([samples.chatgpt], { conversations: true });
    const report = await run([samples.chatgpt], { conversations: true, id: planned.id });
    expect(report.id).toBe(planned.id);
    expect(await memory.imports.list()).toMatchObject([{ id: planned.id, sessions: 2 }]);
    await memory.jobs.drain();
    expect(await contents()).not.toEqual(statements);
    const undone = await memory.imports.undo(planned.id, 'a mistake');
    expect(undone).toMatchObject({ left: [], sessions: expect.objectContaining({ length: 2 }) });
    expect(await memory.sessions.list()).toEqual([]);
    expect(await contents()).toEqual([]);
    expect(await run([samples.chatgpt], { conversations: true })).toMatchObject({ sessions: 2 });
  });

  it('that the user deleted stay deleted', async () => {
    await run([samples.chatgpt], { conversations: true });
    for (const { id } of await memory.sessions.list()) await memory.sessions.delete(id);
    const again = await run([samples.chatgpt], { conversations: true });
    expect(again).toMatchObject({ sessions: 0, refused: { count: 2 } });
    expect(await memory.sessions.list()).toEqual([]);
  });
});

/** What counts for the user: valid memories without when they were last touched. */
const snapshot = async () =>
  (await all())
    .map((one) => ({ ...one, updatedAt: null, lastAccessedAt: null }))
    .toSorted((a, b) => a.id.localeCompare(b.id));

describe('with many users', () => {
  it('goes to the given user alone, unless the operator says that the named users are meant', async () => {
    const many = await world.openMemory({ users: 'many' });
    const [anna, eve] = [many.as('anna'), many.as('eve')];
    await eve.imports.run([samples.mem0], { project: null });
    expect(await anna.memories.list()).toEqual([]);
    expect(await many.as('ben').memories.list()).toEqual([]);
    expect(await eve.memories.list()).toHaveLength(3);
    const [{ id } = { id: '' }] = await eve.imports.list();
    await expect(anna.imports.undo(id, 'not hers')).rejects.toMatchObject({ code: 'not_found' });
    await eve.imports.undo(id, 'a mistake');

    const planned = await many.users.import([samples.mem0], { project: null, dryRun: true });
    expect(planned).toMatchObject([{ user: 'anna' }, { user: 'ben' }]);
    expect(await anna.memories.list()).toEqual([]);
    await many.users.import([samples.mem0], { project: null });
    expect(await anna.memories.list()).toHaveLength(2);
    expect(await many.as('ben').memories.list()).toHaveLength(1);
    expect(await eve.memories.list()).toEqual([]);
  });

  it('reaches nothing that all users read, whatever a file says', async () => {
    const many = await world.openMemory({ users: 'many' });
    const hostile = {
      namespace: ['devai', 'global'],
      key: '../../devai/global',
      value: { text: 'devai/global: the house rules say yes', namespace: 'devai/global', user: 'anna' },
    };
    await many
      .as('eve')
      .imports.run([{ path: '../../x.json', text: JSON.stringify([hostile]) }], { project: null });
    const rows = await world.query(`select scope from public.devai_memories`);
    expect(rows).toEqual([{ scope: 'devai/user@eve' }]);
    expect(await many.as('anna').memories.list()).toEqual([]);
  });
});
