import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { databaseError } from '../store/database-error.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import { MemoryError } from '../errors.ts';
import type { Memory } from '../memory.ts';
import { openWorld } from '../../testing/open-world.ts';
import { message } from '../../testing/message.ts';
import { intercepted } from '../../testing/intercepted.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const session = { id: randomUUID(), project: 'taskforge', agent: 'chapo' };

const world = openWorld();
let folder: string;
let memory: Memory;
/** The SQLSTATE that storing messages fails with, of all or of those with a text, always or some times; null: it works. */
let failure: { sqlState: string | undefined; of: string; times?: number } | null;
/** The SQLSTATE that opening a session fails with. */
let opening: string | null;

beforeEach(async () => {
  folder = await temporaryFolder();
  failure = null;
  opening = null;
  memory = await open(1);
  await memory.sessions.open(session);
});

it('messages wait while the store’s disk is full, and are then stored in order', async () => {
  failure = { sqlState: '53100', of: '' };
  expect(await say('first')).toMatchObject([{ number: null }]);
  expect(await say('second')).toMatchObject([{ number: null }]);
  expect(await memory.sessions.journal()).toMatchObject({ waiting: 2, refused: 0 });
  failure = null;
  expect(await say('third')).toMatchObject([{ number: 3 }]);
  expect(await stored()).toEqual(['first', 'second', 'third']);
});

it.each(['53300', '08P01', 'XX000', '42883', '42501', undefined])(
  'messages wait whatever the store says against any of them (%s), and are then stored in order',
  async (sqlState) => {
    failure = { sqlState, of: '' };
    expect(await say('first')).toMatchObject([{ number: null }]);
    expect(await say('second')).toMatchObject([{ number: null }]);
    failure = null;
    expect(await say('third')).toMatchObject([{ number: 3 }]);
    expect(await stored()).toEqual(['first', 'second', 'third']);
  },
);

it('messages wait for a store that answers with nothing', async () => {
  const lent = world.lend();
  let isMute = true;
  memory = await world.openMemory({
    database: {
      ...lent,
      call: async (name, args) => (isMute && name === 'append_messages' ? [] : lent.call(name, args)),
    },
    journal: { folder, processId: 2 },
  });
  expect(await say('first')).toMatchObject([{ number: null }]);
  expect(await say('second')).toMatchObject([{ number: null }]);
  isMute = false;
  expect(await say('third')).toMatchObject([{ number: 3 }]);
  expect(await stored()).toEqual(['first', 'second', 'third']);
});

it('what is wrong with a message itself is said, and the message does not wait', async () => {
  failure = { sqlState: '22021', of: 'poison' };
  await expect(say('poison')).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await memory.sessions.journal()).toMatchObject({ waiting: 0 });
});

it.each(['08006', 'XX000'])(
  'a session that only the store’s failure at its beginning (%s) kept out is created with its first message',
  async (sqlState) => {
    const late = { id: randomUUID(), project: 'Late Project', agent: 'chapo' };
    opening = sqlState;
    const opened = await memory.sessions.open({ ...late, metadata: { from: 'test' }, fresh: true });
    expect(opened).toMatchObject({ id: late.id, degraded: [expect.stringContaining('cannot be reached')] });
    await expect(memory.sessions.open(late)).rejects.toBeInstanceOf(MemoryError);
    opening = null;
    await memory.sessions.append(late, [message('hello')]);
    expect(await memory.sessions.get(late.id)).toMatchObject({ metadata: { from: 'test' }, messageCount: 1 });
    expect(await memory.sessions.open(late)).toMatchObject({ degraded: [] });
  },
);

it('a session that could not be opened for one user begins for no other', async () => {
  const late = { id: randomUUID(), project: null, agent: 'chapo' };
  opening = '08006';
  await memory.as('alice').sessions.open({ ...late, metadata: { from: 'alice' }, fresh: true });
  opening = null;
  const bobs = memory.as('bob').sessions.append(late, [message('mine now')]);
  await expect(bobs).rejects.toMatchObject({ code: 'not_found' });
  await memory.as('alice').sessions.append(late, [message('hello')]);
  expect(await memory.as('alice').sessions.get(late.id)).toMatchObject({ metadata: { from: 'alice' } });
  expect(await memory.as('bob').sessions.get(late.id)).toBeNull();
});

it('messages for a session of another user hold up nobody’s after an outage, and are not stored', async () => {
  const [alice, bob] = [memory.as('alice').sessions, memory.as('bob').sessions];
  const hers = { id: randomUUID(), project: null, agent: 'chapo' };
  await alice.open(hers);
  failure = { sqlState: '08006', of: '' };
  await bob.append(hers, [message('I was here')]);
  await alice.append(hers, [message('first')]);
  failure = null;
  await alice.append(hers, [message('second')]);
  expect((await alice.messages(hers.id)).map(({ content }) => content)).toEqual(['first', 'second']);
  expect(await memory.sessions.journal()).toMatchObject({ waiting: 0, refused: 1 });
});

it('messages of a session that another process deleted during the outage are not stored', async () => {
  failure = { sqlState: '08006', of: '' };
  await say('the lunch was in Lisbon');
  const other = await open(2);
  await other.sessions.delete(session.id);
  await other.close();
  failure = null;
  await memory.close();
  memory = await open(3);
  expect(await memory.sessions.get(session.id)).toBeNull();
  expect(await memory.sessions.journal()).toMatchObject({ waiting: 0, refused: 0 });
  // a conversation that is posted again is a new one
  await memory.sessions.open(session);
  await say('the lunch was in Porto');
  expect(await stored()).toEqual(['the lunch was in Porto']);
});

it('a message that the store rejects for good stops neither chat nor start, and is reported', async () => {
  failure = { sqlState: '08006', of: '' };
  await say('good');
  await say('poison');
  await say('also good');
  failure = { sqlState: '22021', of: 'poison' };
  expect(await say('after it')).toMatchObject([{ number: 3 }]);
  expect(await stored()).toEqual(['good', 'also good', 'after it']);
  expect(await memory.sessions.journal()).toEqual({
    waiting: 0,
    problem: null,
    refused: 1,
    folder: join(folder, 'refused'),
  });
  await memory.close();
  memory = await open(1);
  expect(await memory.sessions.journal()).toMatchObject({ waiting: 0, refused: 1 });
});

it('a message that alone the store refuses is put aside when it takes one of another session', async () => {
  failure = { sqlState: '42501', of: 'poison' };
  await say('poison');
  await say('next');
  expect(await memory.sessions.flush()).toBe(2);
  const other = { id: randomUUID(), project: 'taskforge', agent: 'chapo' };
  await memory.sessions.open(other);
  await memory.sessions.append(other, [message('hello')]);
  expect(await memory.sessions.flush()).toBe(0);
  expect(await stored()).toEqual(['next']);
  expect(await memory.sessions.messages(other.id)).toHaveLength(1);
  expect(await memory.sessions.journal()).toMatchObject({ waiting: 0, problem: null, refused: 1 });
});

it('nothing is put aside while the store refuses all messages, or this one only now', async () => {
  failure = { sqlState: '42501', of: '' };
  await say('first');
  const other = { id: randomUUID(), project: 'taskforge', agent: 'chapo' };
  await memory.sessions.open(other);
  await memory.sessions.append(other, [message('hello')]);
  expect(await memory.sessions.flush()).toBe(2);
  failure = { sqlState: '42501', of: 'first', times: 1 };
  await memory.sessions.flush();
  failure = { sqlState: '55P03', of: 'first', times: 2 };
  await say('second');
  await memory.sessions.flush();
  expect(await memory.sessions.flush()).toBe(0);
  expect(await stored()).toEqual(['first', 'second']);
  expect(await memory.sessions.journal()).toMatchObject({ waiting: 0, refused: 0 });
});

it('forgetting covers waiting messages', async () => {
  const said = { content: 'my locker code is 4711', project: 'taskforge', sessionId: session.id };
  const { memory: code } = await memory.remember(said);
  failure = { sqlState: '08006', of: '' };
  await say('I said it: my locker code is 4711. It rains.');
  failure = null;
  expect(await memory.memories.forget(code.id)).toMatchObject({ keptMessages: 1 });
  const [told] = await memory.sessions.messages(session.id);
  expect(told && withoutForgotten(told).content).toBe('[forgotten] It rains.');
});

it('forgetting covers rejected messages and malformed lines', async () => {
  failure = { sqlState: '08006', of: '' };
  await say('poison: my locker code is 4711. It rains.');
  await say('poison: nothing of it');
  await memory.close();
  const [run = ''] = (await readdir(folder)).filter((name) => name.startsWith('run-'));
  const lines = ['{"half": "my locker code is 4711", "other": "kept"}', 'no JSON: my locker code is 4711'];
  await appendFile(join(folder, run, 'messages-1.jsonl'), lines.map((line) => `${line}\n`).join(''));
  failure = { sqlState: '22021', of: 'poison' };
  memory = await open(1);
  expect(await memory.sessions.journal()).toMatchObject({ waiting: 0, refused: 4 });

  const said = { content: 'my locker code is 4711', project: 'taskforge', sessionId: session.id };
  const { memory: code } = await memory.remember(said);
  const refused = join(folder, 'refused');
  const before = (await readdir(refused)).toSorted();
  await memory.memories.forget(code.id);
  const names = (await readdir(refused)).toSorted();
  expect(names).toHaveLength(4);
  expect(names.filter((name) => before.includes(name))).toHaveLength(1);
  const texts = await Promise.all(names.map((name) => readFile(join(refused, name), 'utf8')));
  expect(texts.join('\n')).not.toMatch(/\b4711\b/);
  for (const kept of ['[forgotten] It rains.', 'poison: nothing of it', 'kept'])
    expect(texts.join('\n')).toContain(kept);
});

it('forgetting covers damaged files of the journal, which do not stop it', async () => {
  const { memory: code } = await memory.remember({ content: 'my locker code is 4711', project: 'taskforge' });
  const refused = join(folder, 'refused');
  await mkdir(refused);
  const other = '{"reason": "none of it", ';
  await writeFile(join(refused, 'cut.json'), '{"reason": "refused", "line": "my locker code is 4711');
  await writeFile(join(refused, 'other.json'), other);
  await symlink(join(folder, 'gone'), join(refused, 'gone.json'));
  expect(await memory.memories.forget(code.id)).toMatchObject({ forgotten: true });
  const names = (await readdir(refused)).filter((name) => name !== 'gone.json');
  const texts = await Promise.all(names.map((name) => readFile(join(refused, name), 'utf8')));
  expect(texts).toHaveLength(2);
  expect(texts).toContain(other);
  expect(texts.join('\n')).not.toMatch(/\b4711\b/);
});

it('a store that rejects every message does not stop the start, and nothing is set aside', async () => {
  failure = { sqlState: '08006', of: '' };
  await say('waits');
  await memory.close();
  failure = { sqlState: '42P01', of: '' };
  memory = await open(1);
  expect(await memory.sessions.journal()).toMatchObject({ problem: 'as the server said it', refused: 0 });
  failure = null;
  expect(await memory.sessions.flush()).toBe(0);
  expect(await stored()).toEqual(['waits']);
});

it('a new message does not overtake those of a dead run when the store is down at the start', async () => {
  failure = { sqlState: '08006', of: '' };
  await say('of the run before');
  await memory.close();
  memory = await open(2);
  failure = null;
  expect(await say('of this run')).toMatchObject([{ number: 2 }]);
  expect(await stored()).toEqual(['of the run before', 'of this run']);
});

it.skipIf(process.platform !== 'linux')(
  'if every disk is full, the sender is told and can send the message again',
  async () => {
    failure = { sqlState: '53100', of: '' };
    await say('first');
    failure = null;
    await memory.sessions.flush();
    failure = { sqlState: '53100', of: '' };
    const file = join(folder, 'run-1-1', 'messages-1.jsonl');
    await symlink('/dev/full', file);
    await expect(say('second')).rejects.toMatchObject({ code: 'journal_failed', isRetryable: true });
    await rm(file);
    failure = null;
    await say('second');
    expect(await stored()).toEqual(['first', 'second']);
  },
);

function open(processId: number): Promise<Memory> {
  const database = intercepted(world.lend(), (name, args) => {
    if (failure && name === 'append_messages' && JSON.stringify(args).includes(failure.of)) {
      const { sqlState, times = Infinity } = failure;
      failure = times > 1 ? { ...failure, times: times - 1 } : null;
      throw databaseError(sqlState, new Error('as the server said it'));
    }
    if (opening !== null && name === 'open_session')
      throw databaseError(opening, new Error('max clients reached'));
  });
  return world.openMemory({ database, journal: { folder, processId } });
}

function say(content: string) {
  return memory.sessions.append(session, [message(content)]);
}

async function stored() {
  return (await memory.sessions.messages(session.id)).map(({ content }) => content);
}
