import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredCandidate } from '../src/store/memories.ts';
import type { Actor } from '../src/types.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, type ShortDecision, user } from '../testing/open-world.ts';

const anna: Actor = { kind: 'user', id: 'anna' };

describe.each(testDatabases())('undoing a job on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('takes back what the job added, and restores what it replaced and contradicted', async () => {
    const old = await world.add('port 1');
    const contradicted = await world.add('we use npm');
    const untouched = await world.add('unrelated');
    const candidates = ['port 2', 'we use pnpm', 'something new'].map((content) => sampleStatement(content));
    const [refined, contrary, added] = candidates.map(({ id }) => id);
    await world.setNow(daysAfter(1));
    const id = await run(candidates, [
      { action: 'update', targetId: old.id },
      { action: 'delete', targetId: contradicted.id },
      { action: 'add', targetId: null },
    ]);
    await world.setNow(daysAfter(2));
    const { undone, left } = await undo(id);
    expect(left).toEqual([]);
    expect(byId(undone)).toEqual(
      byId([
        { memoryId: refined ?? '', action: 'invalidated' as const },
        { memoryId: contrary ?? '', action: 'invalidated' as const },
        { memoryId: added ?? '', action: 'invalidated' as const },
        { memoryId: old.id, action: 'restored' as const },
        { memoryId: contradicted.id, action: 'restored' as const },
      ]),
    );
    const valid = await world.query('select id from public.devai_memories where is_valid');
    expect(new Set(valid.map((row) => row['id']))).toEqual(new Set([old.id, contradicted.id, untouched.id]));
    expect(await world.get(old.id)).toMatchObject({ isValid: true, supersededBy: null, strength: 1 });
    const [, , restored] = await world.store.listMemoryEvents(old.id);
    expect(restored).toMatchObject({
      action: 'restored',
      actor: anna,
      reason: `job ${id} was undone: it was nonsense`,
    });
    expect(await world.actions(added ?? '')).toEqual(['added', 'invalidated']);
    expect(await world.actions(untouched.id)).toEqual(['added']);
  });

  it('does nothing the second time, not even to what the user restored since', async () => {
    const statement = sampleStatement('a');
    const id = await run([statement], [{ action: 'add', targetId: null }]);
    expect((await undo(id)).undone).toHaveLength(1);
    expect(await undo(id)).toEqual({ undone: [], left: [] });
    await world.store.restoreMemory(statement.id, user, 'it was right');
    expect(await undo(id)).toEqual({ undone: [], left: [] });
    expect(await world.get(statement.id)).toMatchObject({ isValid: true });
  });

  it('leaves memories that were changed since, and what they replaced, and says so', async () => {
    const old = await world.add('port 1');
    const [refined, free] = [sampleStatement('port 2'), sampleStatement('free')];
    const id = await run(
      [refined, free],
      [
        { action: 'update', targetId: old.id },
        { action: 'add', targetId: null },
      ],
    );
    await world.store.updateMemory(refined.id, { importance: 9 }, user, 'it matters');
    const { undone, left } = await undo(id);
    expect(undone).toEqual([{ memoryId: free.id, action: 'invalidated' }]);
    expect(byId(left)).toEqual(
      byId([
        { memoryId: refined.id, reason: 'updated since, by user' },
        { memoryId: old.id, reason: 'the memory that took its place has changed since, and stays' },
      ]),
    );
    expect(await world.get(refined.id)).toMatchObject({ isValid: true, importance: 9 });
    expect(await world.get(old.id)).toMatchObject({ isValid: false });
  });

  it('leaves an old statement that has been repeated since', async () => {
    const old = await world.add('port 1');
    const id = await run([sampleStatement('port 2')], [{ action: 'update', targetId: old.id }]);
    const again = await world.add('port 1');
    expect(await undo(id)).toMatchObject({
      undone: [{ action: 'invalidated' }],
      left: [{ memoryId: old.id, reason: 'another valid memory says the same' }],
    });
    expect(await world.get(again.id)).toMatchObject({ isValid: true });
    // when that one goes, the rest can be undone
    await world.store.invalidateMemory(again.id, user, 'r');
    expect(await undo(id)).toEqual({ undone: [{ memoryId: old.id, action: 'restored' }], left: [] });
  });

  it('takes back the priority, importance and trust that a repetition added', async () => {
    const known = await world.add('a', { priority: 'low', importance: 2, trust: 'agent' });
    const again = sampleStatement('a', { priority: 'highest', importance: 9, trust: 'user' });
    const id = await run([again], [{ action: 'noop', targetId: known.id }]);
    expect(await world.get(known.id)).toMatchObject({ priority: 'highest', importance: 9, trust: 'user' });
    expect((await undo(id)).undone).toEqual([{ memoryId: known.id, action: 'reverted' }]);
    expect(await world.get(known.id)).toMatchObject({ priority: 'low', importance: 2, trust: 'agent' });
  });

  it('restores merged memories, and keeps what the user said', async () => {
    const found = await world.add('The port is 1');
    const said = await world.add('port 1', { priority: 'highest', source: 'user_stated' });
    await world.applyDecisionToStored(said.id, { action: 'noop', targetId: found.id });
    expect(await world.get(found.id)).toMatchObject({ isValid: false });
    const { undone } = await undo(await jobThatChanged(found.id));
    expect(undone).toContainEqual({ memoryId: found.id, action: 'restored' });
    expect(await world.get(found.id)).toMatchObject({ isValid: true });
    expect(await world.get(said.id)).toMatchObject({ isValid: true, priority: 'highest' });
  });

  it('is refused while the job waits or runs, and does nothing for a dead job', async () => {
    const { id } = await world.store.enqueueJob({ kind: 'embed', key: 'a', payload: {}, delaySeconds: 0 });
    await expect(undo(id)).rejects.toMatchObject({ code: 'conflict' });
    await world.store.claimJob('w', 60, 8, { embedder: 'm' });
    await expect(undo(id)).rejects.toMatchObject({ code: 'conflict' });
    const failure = { error: 'no', attempts: 1, firstDelay: 1, longestDelay: 1 };
    await world.store.failJob(id, 'w', failure);
    expect(await undo(id)).toEqual({ undone: [], left: [] });
    await expect(undo(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('undoes everything or nothing', async () => {
    const id = await run([sampleStatement('a')], [{ action: 'add', targetId: null }]);
    const nobody = { kind: 'user', id: null } as const;
    await world.query(
      `alter table public.devai_jobs add constraint refuse check (result ->> 'undone' is null)`,
    );
    try {
      await expect(world.store.undoJob(id, nobody, 'r')).rejects.toThrow();
    } finally {
      await world.query('alter table public.devai_jobs drop constraint refuse');
    }
    expect(await world.query('select is_valid from public.devai_memories')).toEqual([{ is_valid: true }]);
  });

  it.skipIf(!testDatabase.capabilities.concurrentConnections)(
    'happens once, and never deadlocks, when several callers undo, change and remember at once',
    async () => {
      for (let round = 0; round < 8; round += 1) {
        const olds = await Promise.all(
          Array.from({ length: 4 }, (_, index) => world.add(`old ${round} ${index}`)),
        );
        const candidates = olds.map((_, index) => sampleStatement(`new ${round} ${index}`));
        const id = await run(
          candidates,
          olds.map(({ id: targetId }) => ({ action: 'update', targetId })),
        );
        const outcomes = await Promise.all([
          undo(id),
          undo(id),
          undo(id),
          ...olds.map((_, index) => world.add(`old ${round} ${index}`).then(() => null)),
          world.store.reinforceMemories(candidates.map((one) => one.id).toReversed()).then(() => null),
        ]);
        const undone = outcomes.flatMap((outcome) => outcome?.undone ?? []);
        expect(new Set(undone.map(({ memoryId }) => memoryId)).size).toBe(undone.length);
        const rows = await world.query(
          `select content from public.devai_memories where is_valid and content like $1`,
          [`% ${round} %`],
        );
        // an old one is there once: brought back or said anew
        expect(rows).toHaveLength(olds.length);
        expect(new Set(rows.map((row) => row['content']))).toEqual(
          new Set(olds.map(({ content }) => content)),
        );
      }
    },
    60_000,
  );

  /** The id of the job that applied these. */
  async function run(candidates: StoredCandidate[], decisions: ShortDecision[]): Promise<string> {
    const [applied] = await world.apply(candidates, decisions);
    return jobThatChanged(applied?.memoryId ?? '');
  }

  async function jobThatChanged(memoryId: string): Promise<string> {
    const events = await world.store.listMemoryEvents(memoryId);
    return events.findLast(({ actor }) => actor.kind === 'job')?.actor.id ?? '';
  }

  function undo(id: string) {
    return world.store.undoJob(id, anna, 'it was nonsense');
  }

  function byId<Row extends { memoryId: string }>(rows: Row[]) {
    return rows.toSorted((a, b) => a.memoryId.localeCompare(b.memoryId));
  }
});
