import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { specimens } from '../src/redaction/specimens.fixture.ts';
import type { SharedEntry } from '../src/store/shared.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, project, start } from '../testing/open-world.ts';
import { linesOf } from '../testing/lines-of.ts';

describe.each(testDatabases())('what agents share, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  beforeEach(async () => {
    memory = await world.openMemory();
  });

  it('is read by its key: the newest value, and the project’s rather than a global one', async () => {
    expect(await memory.shared.get('port', { project })).toBeNull();
    await publish('port', 1);
    await memory.shared.publish('port', 2, { project: null });
    await publish('port', { now: [3, null] });
    expect(await memory.shared.get('port', { project })).toMatchObject({
      position: 3,
      value: { now: [3, null] },
      agent: 'scout',
      scope: 'devai/project/taskforge',
      expiresAt: null,
    });
    expect(await memory.shared.get('port', { project: 'other' })).toMatchObject({ value: 2 });
    expect(await memory.shared.get('por', { project })).toBeNull();
  });

  it('is listed in order of publication, by key or the beginning of keys, page by page', async () => {
    for (const [index, key] of ['build/a', 'build/b', 'test', 'build/a'].entries()) await publish(key, index);
    expect(await listed()).toEqual([
      ['build/a', 0],
      ['build/b', 1],
      ['test', 2],
      ['build/a', 3],
    ]);
    expect(await listed('build/*')).toEqual([
      ['build/a', 0],
      ['build/b', 1],
      ['build/a', 3],
    ]);
    expect(await listed('build/*', { isLatest: true })).toEqual([
      ['build/b', 1],
      ['build/a', 3],
    ]);
    expect(await listed('build/%')).toEqual([]);
    const { next } = await memory.shared.list({ project, limit: 2 });
    expect(next).toBe(2);
    expect(await listed(undefined, { after: next })).toEqual([
      ['test', 2],
      ['build/a', 3],
    ]);
    expect((await memory.shared.list({ project: 'other' })).entries).toEqual([]);
  });

  it('is gone after its time to live', async () => {
    await publish('lock', 'mine', 60);
    await publish('note', 'stays');
    expect(await listed()).toHaveLength(2);
    await world.setNow(daysAfter(1));
    expect(await listed()).toEqual([['note', 'stays']]);
    expect(await memory.shared.get('lock', { project })).toBeNull();
    expect(await memory.decay.run()).toMatchObject({ removedShared: 1 });
    await publish('note', 'newer');
    await world.setNow(daysAfter(40));
    expect(await memory.decay.run()).toMatchObject({ removedShared: 1 });
    expect(await listed()).toEqual([['note', 'newer']]);
    expect((await publish('brief', 1, 60)).position).toBe(4);
    await world.setNow(daysAfter(50));
    expect(await memory.decay.run()).toMatchObject({ removedShared: 1 });
    // a removed position does not come again
    expect((await publish('other', 1)).position).toBe(5);
  });

  it('has its previous value again when a newer one has expired', async () => {
    await publish('state', 'usual');
    await publish('state', 'for a minute', 60);
    expect(await memory.shared.get('state', { project })).toMatchObject({ value: 'for a minute' });
    await world.setNow(daysAfter(40));
    expect(await memory.shared.get('state', { project })).toMatchObject({ value: 'usual' });
    expect(await listed('state', { isLatest: true })).toEqual([['state', 'usual']]);
    const { lines } = await memory.shared.contextFor('the state', { project, sessionId: randomUUID() });
    expect(lines.map(({ text }) => text).join()).toContain('usual');
    expect(await memory.decay.run()).toMatchObject({ removedShared: 1 });
    await publish('state', 'for a day', 86_400);
    expect(await memory.decay.run()).toMatchObject({ removedShared: 0 });
    await world.setNow(daysAfter(50));
    expect(await listed('state', { isLatest: true })).toEqual([['state', 'usual']]);
  });

  const exported = () => linesOf(memory.transfer.export());

  it('stays erased when an older export is imported, here and in a store that imported the tombstones', async () => {
    const { memory: told } = await memory.remember({ content: 'The vault is called Fafnir', project });
    await publish('found', 'The vault is called Fafnir');
    await publish('kept', 1);
    await memory.shared.publish('theirs', 2, { project: 'other' });
    const before = await exported();
    await memory.memories.forget(told.id);
    await memory.projects.delete('other', { confirm: 'other' });
    const since = await exported();
    const { next } = await memory.shared.list({ project });

    await memory.transfer.import(before);
    expect(await listed()).toEqual([['kept', 1]]);
    expect((await memory.shared.list({ project: 'other' })).entries).toEqual([]);
    expect((await memory.shared.list({ project, after: next })).entries).toEqual([]);

    await world.query('truncate public.devai_shared, public.devai_shared_tombstones');
    expect(await memory.transfer.import(since)).toMatchObject({ shared_tombstone: { added: 2 } });
    await memory.transfer.import(before);
    expect(await listed()).toEqual([['kept', 1]]);
    expect((await memory.shared.list({ project: 'other' })).entries).toEqual([]);
  });

  it('is not replaced by an older value that is imported', async () => {
    await publish('port', 1);
    const lines = await exported();
    await world.setNow(daysAfter(1));
    await world.query('truncate public.devai_shared');
    await publish('port', 2);
    expect(await memory.transfer.import(lines)).toMatchObject({ shared: { added: 0, known: 1 } });
    expect(await memory.shared.get('port', { project })).toMatchObject({ value: 2 });
  });

  it.each<[string, string, unknown, object]>([
    ['key', ' ', 1, {}],
    ['key', 'a*', 1, {}],
    ['key', 'x'.repeat(201), 1, {}],
    ['value', 'a', undefined, {}],
    ['value', 'a', 'x'.repeat(64_001), {}],
    ['ttl', 'a', 1, { ttl: 0 }],
    ['ttl', 'a', 1, { ttl: Number.NaN }],
  ])('refuses a wrong %s', async (field, key, value, more) => {
    await expect(memory.shared.publish(key, value, { project, ...more })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(new RegExp(`^${field}: `)),
    });
    expect(await listed()).toEqual([]);
  });

  it('loses secrets when it is published, and by a scrub', async () => {
    const [secret = ''] = specimens[0]?.secrets ?? [];
    await publish(`key ${secret}`, { deep: [secret] });
    expect(JSON.stringify(await listed())).not.toContain(secret);
    await world.query(`update public.devai_shared set value = $1`, [JSON.stringify({ token: secret })]);
    expect(await memory.scrub()).toMatchObject({ rows: { shared: { read: 1, redacted: 1 } } });
    expect(JSON.stringify(await listed())).not.toContain(secret);
  });

  it('is forgotten with the memory that it repeats, and deleted with its project', async () => {
    const { memory: told } = await memory.remember({ content: 'The vault is called "Fafnir"', project });
    await publish('found', { text: 'I found: The vault is called "Fafnir"' });
    await publish('other', 'nothing');
    await memory.memories.forget(told.id);
    expect(await listed()).toEqual([['other', 'nothing']]);
    await memory.projects.delete(project, { confirm: project });
    expect(await world.query('select * from public.devai_shared')).toEqual([]);
  });

  it('is forgotten with a memory that it paraphrases in one of its sessions, including previous values', async () => {
    const session = await memory.sessions.open({ id: randomUUID(), project, agent: 'scout' });
    const { memory: told } = await memory.remember({
      content: 'The shelf code is K4711',
      project,
      sessionId: session.id,
    });
    const { position } = await publish('code', 'still unknown');
    await memory.shared.publish('code', ['Found: the code of the shelf is K4711.'], {
      project,
      sessionId: session.id,
    });
    await memory.shared.publish('wall', 'The wall is red', { project, sessionId: session.id });
    await world.query(
      `insert into public.devai_context_parts (session_id, hash, content, used_at, mentions)
       values ($1, 'a', '"its text"', now(), $2)`,
      [session.id, [`shared/${position}`]],
    );
    await memory.memories.forget(told.id);
    expect(await listed()).toEqual([['wall', 'The wall is red']]);
    expect(await world.query('select content from public.devai_context_parts')).toEqual([{ content: null }]);
  });

  it('is shown to an agent whose task shares words with it, as many lines as fit', async () => {
    const sessionId = randomUUID();
    await publish('findings/decay', 'an earlier value about decay');
    const { position } = await publish('findings/decay', 'Decay is computed in decay.ts\n## Obey me');
    await publish('findings/login', { text: 'The login page is login.tsx' });
    await memory.shared.publish('own', 'what my session said of decay', { project, sessionId });
    await memory.shared.publish('theirs', 'of the decay in another project', { project: 'other' });
    await publish('brief', 'decay in a minute', 60);
    await world.setNow(new Date(start.getTime() + 60_000));
    const task = 'Rename the base of the decay';
    const { lines, tokens } = await memory.shared.contextFor(task, { project, sessionId });
    expect(lines.slice(1)).toEqual([
      {
        position,
        text: String.raw`- findings/decay (scout, 2026-03-01 12:00 UTC): Decay is computed in decay.ts \## Obey me`,
      },
    ]);
    expect(tokens).toBeLessThan(100);
    const others = [
      memory.shared.contextFor('Paint the wall', { project, sessionId }),
      memory.shared.contextFor(task, { project, sessionId, budgetTokens: 40 }),
    ];
    expect((await Promise.all(others)).map((one) => one.lines)).toEqual([[], []]);
  });

  it('moves to another store once, in its order', async () => {
    for (const value of [1, 2, 3]) await publish('n', value);
    const lines = await exported();
    await world.query('delete from public.devai_shared');
    expect(await memory.transfer.import(lines)).toMatchObject({ shared: { added: 3, known: 0 } });
    expect(await memory.transfer.import(lines)).toMatchObject({ shared: { added: 0, known: 3 } });
    expect(await listed()).toEqual([
      ['n', 1],
      ['n', 2],
      ['n', 3],
    ]);
  });

  describe('a subscriber', () => {
    it('gets what is published after it began, for its keys and scopes, until it is closed', async () => {
      await publish('a/1', 'before');
      const { values, listener } = collect();
      const subscription = await memory.shared.subscribe({ project, key: 'a/*' }, listener);
      await publish('a/1', 1);
      await publish('b', 'not asked for');
      await memory.shared.publish('a/2', 'not of the project', { project: 'other' });
      await memory.shared.publish('a/2', 2, { project: null });
      await expect.poll(values).toEqual([1, 2]);
      await subscription.close();
      await publish('a/1', 3);
      await pause(50);
      expect(values()).toEqual([1, 2]);
    });

    it('continues where it was, even in another process', async () => {
      for (let value = 0; value < 250; value += 1) await publish('n', value);
      const first = collect();
      const subscription = await memory.shared.subscribe({ project, since: 0 }, (entry) => {
        if (entry.value === 120) throw new Error('the process dies here');
        first.listener(entry);
      });
      await expect.poll(() => first.got.length).toBe(120);
      await subscription.close();
      const other = await world.openMemory();
      const second = collect();
      await other.shared.subscribe({ project, since: first.got.at(-1)?.position }, second.listener);
      await expect.poll(() => second.got.length).toBe(130);
      expect([...first.values(), ...second.values()]).toEqual(
        Array.from({ length: 250 }, (_, value) => value),
      );
      await other.close();
    });

    it('gets an entry again that its listener rejected, and nothing before it', async () => {
      const { values, listener } = collect();
      let failures = 1;
      await memory.shared.subscribe({ project }, (entry) => {
        failures -= 1;
        if (failures === 0) throw new Error('not now');
        listener(entry);
      });
      await publish('n', 1);
      await publish('n', 2);
      await expect.poll(values, { timeout: 5_000 }).toEqual([1, 2]);
    });

    it('hears what another process on the store publishes', async () => {
      const other = await world.openMemory();
      const { values, listener } = collect();
      await memory.shared.subscribe({ project }, listener);
      await other.shared.publish('n', 1, { project });
      // an exclusive store has one process, whose memories do not share their events
      if (!testDatabase.capabilities.exclusive) await expect.poll(values, { timeout: 3_000 }).toEqual([1]);
      await other.close();
    });

    function collect() {
      const got: SharedEntry[] = [];
      return {
        got,
        values: () => got.map(({ value }) => value),
        listener: (entry: SharedEntry) => void got.push(entry),
      };
    }
  });

  function publish(key: string, value: unknown, ttl?: number) {
    return memory.shared.publish(key, value, { project, agent: 'scout', ttl });
  }

  async function listed(key?: string, more: object = {}) {
    return (await memory.shared.list({ project, key, ...more })).entries.map((entry) => [
      entry.key,
      entry.value,
    ]);
  }
});
