import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { daysAfter, openMemories, type OpenMemories, user } from './open-memories.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';

const usersWord = { priority: 'highest', source: 'user_stated', trust: 'user' } as const;

describe.each(testDatabases())('applying a decision to a stored statement on $name', (testDatabase) => {
  let store: OpenMemories;
  beforeEach(async () => {
    store = await openMemories(testDatabase);
  });
  afterEach(() => store.close());
  afterAll(() => testDatabase.dispose());

  const valid = async () =>
    (
      await store.memories.listMemories({
        scopes: null,
        namespaces: [],
        includeInvalid: false,
        filter: {},
        after: null,
        limit: 100,
      })
    )
      .map(({ content }) => content)
      .toSorted();

  it('ends the neighbour in favour of the statement, which takes over the pin', async () => {
    const old = await store.add(sampleStatement('port 1', { importance: 10 }));
    await store.memories.updateMemory(old.id, { pinned: true }, user, 'keep');
    const said = await store.add(sampleStatement('port 2', usersWord));
    expect(await store.applyDecisionToStored(said.id, { action: 'update', targetId: old.id })).toEqual({
      candidate: 0,
      action: 'updated',
      memoryId: said.id,
      previousId: old.id,
      reason: 'because',
    });
    expect(await valid()).toEqual(['port 2']);
    expect(await store.get(said.id)).toMatchObject({ pinned: true, importance: 10, priority: 'highest' });
    expect(await store.get(old.id)).toMatchObject({ supersededBy: said.id });
  });

  it('keeps the user’s words when two say the same', async () => {
    const agents = await store.add(sampleStatement('uses pnpm'));
    const users = await store.add(sampleStatement('we use pnpm', usersWord));
    await store.applyDecisionToStored(users.id, { action: 'noop', targetId: agents.id });
    expect(await valid()).toEqual(['we use pnpm']);
    const again = await store.add(sampleStatement('pnpm it is', usersWord));
    await store.applyDecisionToStored(again.id, { action: 'noop', targetId: users.id });
    expect(await valid()).toEqual(['we use pnpm']);
    expect(await store.actions(again.id)).toEqual(['added', 'merged']);
  });

  it('leaves a neighbour that was stated later', async () => {
    const first = await store.add(sampleStatement('port 1', usersWord));
    await store.setNow(daysAfter(1));
    const second = await store.add(sampleStatement('port 2', usersWord));
    const late = await store.applyDecisionToStored(first.id, { action: 'delete', targetId: second.id });
    expect(late).toMatchObject({ action: 'refused' });
    expect(await valid()).toEqual(['port 1', 'port 2']);
    await store.applyDecisionToStored(second.id, { action: 'delete', targetId: first.id });
    expect(await valid()).toEqual(['port 2']);
  });

  it('leaves memories alone that are invalid, replaced or in another branch', async () => {
    const replaced = await store.add(sampleStatement('port 1'));
    await store.apply([sampleStatement('port 2')], [{ action: 'update', targetId: replaced.id }]);
    const elsewhere = await store.add(sampleStatement('elsewhere', { namespace: 'devai/user' }));
    const said = await store.add(sampleStatement('port 3', usersWord));
    for (const targetId of [replaced.id, elsewhere.id, said.id, randomUUID()]) {
      expect(await store.applyDecisionToStored(said.id, { action: 'update', targetId })).toMatchObject({
        action: 'added',
      });
    }
    await store.memories.forgetMemory(said.id, user, { messages: false });
    expect(
      await store.applyDecisionToStored(said.id, { action: 'update', targetId: elsewhere.id }),
    ).toMatchObject({
      action: 'added',
    });
    expect(await valid()).toEqual(['elsewhere', 'port 2']);
  });
});
