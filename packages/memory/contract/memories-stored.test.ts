import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleStatement, usersWord } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';

describe.each(testDatabases())('applying a decision to a stored statement on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('ends the neighbour in favour of the statement, which takes over the pin', async () => {
    const old = await world.add('port 1', { importance: 10 });
    await world.store.updateMemory(old.id, { pinned: true }, user, 'keep');
    const said = await world.add('port 2', usersWord);
    expect(await world.applyDecisionToStored(said.id, { action: 'update', targetId: old.id })).toEqual({
      candidate: 0,
      action: 'updated',
      memoryId: said.id,
      previousId: old.id,
      reason: 'because',
    });
    expect(await world.valid()).toEqual(['port 2']);
    expect(await world.get(said.id)).toMatchObject({ pinned: true, importance: 10, priority: 'highest' });
    expect(await world.get(old.id)).toMatchObject({ supersededBy: said.id });
  });

  it('keeps the user’s words when two say the same', async () => {
    const agents = await world.add('uses pnpm');
    const users = await world.add('we use pnpm', usersWord);
    await world.applyDecisionToStored(users.id, { action: 'noop', targetId: agents.id });
    expect(await world.valid()).toEqual(['we use pnpm']);
    const again = await world.add('pnpm it is', usersWord);
    await world.applyDecisionToStored(again.id, { action: 'noop', targetId: users.id });
    expect(await world.valid()).toEqual(['we use pnpm']);
    expect(await world.actions(again.id)).toEqual(['added', 'merged']);
  });

  it('leaves a neighbour that was stated later', async () => {
    const first = await world.add('port 1', usersWord);
    await world.setNow(daysAfter(1));
    const second = await world.add('port 2', usersWord);
    const late = await world.applyDecisionToStored(first.id, { action: 'delete', targetId: second.id });
    expect(late).toMatchObject({ action: 'refused' });
    expect(await world.valid()).toEqual(['port 1', 'port 2']);
    await world.applyDecisionToStored(second.id, { action: 'delete', targetId: first.id });
    expect(await world.valid()).toEqual(['port 2']);
  });

  it('leaves memories alone that are invalid, replaced or in another branch', async () => {
    const replaced = await world.add('port 1');
    await world.apply([sampleStatement('port 2')], [{ action: 'update', targetId: replaced.id }]);
    const elsewhere = await world.add('elsewhere', { namespace: 'devai/user' });
    const said = await world.add('port 3', usersWord);
    for (const targetId of [replaced.id, elsewhere.id, said.id, randomUUID()]) {
      expect(await world.applyDecisionToStored(said.id, { action: 'update', targetId })).toMatchObject({
        action: 'added',
      });
    }
    await world.store.forgetMemory(said.id, user, { messages: false });
    expect(
      await world.applyDecisionToStored(said.id, { action: 'update', targetId: elsewhere.id }),
    ).toMatchObject({
      action: 'added',
    });
    expect(await world.valid()).toEqual(['elsewhere', 'port 2']);
  });
});
