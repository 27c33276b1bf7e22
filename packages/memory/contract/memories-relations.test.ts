import { describe, expect, it } from 'vitest';
import type { MemoryRecord } from '../src/store/memories.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';

describe.each(testDatabases())('related memories on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('are shown from both sides, once, until the relation is taken back', async () => {
    const gateway = await add('the gateway');
    const database = await add('the database');
    expect(await relate(gateway, database)).toBe(true);
    expect(await relate(gateway, database)).toBe(false);
    expect(await related(gateway)).toEqual(['to depends_on the database']);
    expect(await related(database)).toEqual(['from depends_on the gateway']);
    const relation = { fromId: gateway.id, kind: 'depends_on', toId: database.id } as const;
    expect(await world.store.unrelateMemories(relation, user)).toBe(true);
    expect(await world.store.unrelateMemories(relation, user)).toBe(false);
    expect(await related(database)).toEqual([]);
    expect(await world.store.listMemoryEvents(gateway.id)).toMatchObject([
      { action: 'added' },
      { action: 'related', reason: `depends_on ${database.id}`, actor: user, before: null, after: null },
      { action: 'unrelated', reason: `depends_on ${database.id}` },
    ]);
    expect(await world.actions(database.id)).toEqual(['added']);
  });

  it('stay related when one is updated, but not when one is forgotten', async () => {
    const gateway = await add('the gateway is in Go');
    const database = await add('the database');
    await relate(gateway, database);
    const [updated] = await world.apply(
      [sampleStatement('the gateway is in Rust')],
      [{ action: 'update', targetId: gateway.id }],
    );
    expect(await related(database)).toEqual(['from depends_on the gateway is in Rust']);
    const successor = await world.get(updated?.memoryId ?? '');
    expect(await related(successor)).toEqual(['to depends_on the database']);

    await world.setNow(daysAfter(1));
    await world.store.forgetMemory(database.id, user, { messages: false });
    expect(await related(successor)).toEqual([]);
    expect(await world.query('select from public.devai_memory_relations')).toEqual([]);
  });

  it('never lead from one project to another', async () => {
    const mine = await add('mine');
    const other = await add('theirs', 'devai/project/other');
    const shared = await add('shared', 'devai/global/patterns');
    await expect(relate(mine, other)).rejects.toMatchObject({ code: 'invalid_input' });
    await relate(shared, mine);
    await relate(shared, other);
    expect(await related(shared, ['devai/project/other', 'devai/global'])).toEqual(['to depends_on theirs']);
    expect(await related(shared, ['devai/project/taskforge'])).toEqual(['to depends_on mine']);
  });

  it('have to exist, and be two', async () => {
    const one = await add('one');
    await expect(relate(one, one)).rejects.toMatchObject({ code: 'invalid_input' });
    const absent = { ...one, id: '00000000-0000-4000-8000-000000000000' };
    await expect(relate(one, absent)).rejects.toMatchObject({ code: 'not_found' });
    await expect(relate(absent, one)).rejects.toMatchObject({ code: 'not_found' });
  });

  function add(content: string, namespace = 'devai/project/taskforge') {
    return world.add(content, { namespace });
  }

  function relate(from: MemoryRecord, to: MemoryRecord) {
    return world.relate(from, 'depends_on', to);
  }

  async function related(to: MemoryRecord, scopes: string[] | null = null) {
    return (await world.store.listRelations(to.id, scopes)).map(
      ({ direction, kind, memory }) => `${direction} ${kind} ${memory.content}`,
    );
  }
});
