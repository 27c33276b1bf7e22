import { beforeEach, describe, expect, it } from 'vitest';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, user } from '../testing/open-world.ts';

const session = '4711beef-1111-4222-8333-444444444711';

describe.each(testDatabases())('other memories when one is forgotten, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  beforeEach(async () => {
    await world.store.openSession({ id: session, project: 'taskforge', agent: 'chapo', metadata: {} });
    await world.store.appendMessages(session, [sampleMessage('We tested it.')], {
      idleSeconds: 1_800,
      every: 0,
    });
  });

  it('keep what a longer statement says', async () => {
    const longer = await world.add('My locker code is 4711 and my bike is blue');
    await forget((await world.add('My locker code is 4711')).id);
    expect(await world.get(longer.id)).toEqual(longer);
  });

  it('do not quote it in the reason of an earlier decision', async () => {
    const { id } = await world.add('My locker code is 4711');
    const stays = await world.add('My locker is red');
    await forget(id);
    const reason = 'unlike "My locker code is 4711"';
    const decision = { action: 'delete' as const, targetId: id, reason };
    const applied = await world.apply([sampleStatement('My locker code is 4712')], [decision]);
    expect(applied).toMatchObject([{ action: 'added', reason: 'what it was compared with was forgotten' }]);
    await world.applyDecisionToStored(stays.id, decision);
    const [rows] = await world.query(
      `select (select jsonb_agg(j) from public.devai_jobs j) as jobs, (select jsonb_agg(e) from public.devai_memory_events e) as events`,
    );
    expect(JSON.stringify(rows)).not.toContain('4711"');
    expect((await world.store.listMemoryEvents(id)).map(({ action }) => action)).toEqual(['forgotten']);
  });

  it('lose their quotes of its messages: those that say it, or all when the messages are emptied', async () => {
    const said = 'My locker code is 4711 in hall 5';
    const other = 'We tested it.';
    const of = (quote: string) => ({ evidence: [{ sessionId: session, messages: [1], quote }] });
    const quotes = async (id: string) => (await world.get(id)).evidence.map(({ quote }) => quote);
    const history = async (id: string) => JSON.stringify(await world.store.listMemoryEvents(id));
    const { id } = await world.add('The locker code is 4711', of('My locker code is 4711'));
    const sibling = await world.add('The locker is in hall 5', of(said));
    const tested = await world.add('It was tested', of(other));
    await forget(id);
    expect(await quotes(sibling.id)).toEqual(['']);
    expect(await history(sibling.id)).not.toContain('4711');
    expect(await quotes(tested.id)).toEqual([other]);
    await world.store.forgetMemory(id, user, { messages: true });
    expect(await quotes(tested.id)).toEqual(['']);
    expect(await history(tested.id)).not.toContain(other);
  });

  it('cannot bring it back by restore or undo', async () => {
    const { id } = await world.add('My locker code is 4711');
    const [applied] = await world.apply(
      [sampleStatement('My locker code is 4712')],
      [{ action: 'delete', targetId: id }],
    );
    await forget(id);
    await expect(world.store.restoreMemory(id, user, 'r')).rejects.toMatchObject({ code: 'not_found' });
    const [job] = await world.query(`select id from public.devai_jobs where result is not null`);
    expect(await world.store.undoJob(String(job?.['id']), user, 'r')).toMatchObject({
      undone: [{ memoryId: applied?.memoryId, action: 'invalidated' }],
    });
    expect(await world.store.getMemory(id)).toBeNull();
    expect((await world.store.listMemoryEvents(id)).map(({ action }) => action)).toEqual(['forgotten']);
  });

  function forget(id: string) {
    return world.store.forgetMemory(id, user, { messages: false });
  }
});

const racing = testDatabases().filter(({ capabilities }) => capabilities.concurrentConnections);

if (racing.length === 0) {
  it.skip('needs concurrent connections: a full run with a Postgres server', () => {});
}

describe.each(racing)('forgetting while another writes, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('leaves one tombstone when two calls forget the same memory, or each other’s, at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await world.add(`locker ${round}`);
      const twin = await world.add(`locker ${round}`, { namespace: 'devai/user' });
      const ids = [id, twin.id, id, twin.id];
      const results = await Promise.allSettled(
        ids.map((one) => world.store.forgetMemory(one, user, { messages: false })),
      );
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
      }
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
      for (const one of [id, twin.id]) expect(await world.actions(one)).toEqual(['forgotten']);
    }
  });
});
