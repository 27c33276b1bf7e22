import { describe, expect, it } from 'vitest';
import type { MemoryRecord } from '../src/store/memories.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, scopes, start, user } from '../testing/open-world.ts';

describe.each(testDatabases())('what memories are directly related to on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('is ordered by kind, then by importance, from both sides, each once', async () => {
    const one = await world.add('one');
    const [minor, major, needed, seen] = [
      await world.add('minor', { importance: 2 }),
      await world.add('major', { importance: 9 }),
      await world.add('needed', { importance: 1 }),
      await world.add('seen', { importance: 10 }),
    ];
    await world.relate(one, 'part_of', minor);
    await world.relate(one, 'relates_to', seen);
    await world.relate(major, 'part_of', one);
    await world.relate(one, 'relates_to', major);
    await world.relate(one, 'depends_on', needed);
    expect(await related([one], { limit: 9 })).toEqual([
      'one to depends_on needed',
      'one from part_of major',
      'one to part_of minor',
      'one to relates_to seen',
    ]);
    expect(await related([one], { limit: 2 })).toHaveLength(2);
    expect(await related([one], { limit: 1, unrelated: [needed] })).toEqual(['one from part_of major']);
  });

  it('stops at the next memory in a circle', async () => {
    const [a, b, c] = [await world.add('a'), await world.add('b'), await world.add('c')];
    await world.relate(a, 'depends_on', b);
    await world.relate(b, 'depends_on', a);
    await world.relate(b, 'depends_on', c);
    await world.relate(c, 'depends_on', b);
    expect(await related([a])).toEqual(['a to depends_on b']);
    expect((await related([a, b])).toSorted()).toEqual([
      'a to depends_on (b)',
      'b to depends_on (a)',
      'b to depends_on c',
    ]);
  });

  it('is never of another project, even if a user’s or global memory leads there', async () => {
    const mine = await world.add('mine');
    const shared = await world.add('shared', { namespace: 'devai/global/patterns' });
    const users = await world.add('user', { namespace: 'devai/user/facts' });
    for (const namespace of ['devai/project/other', 'devai/project/taskforge2', 'devai/project/task%']) {
      const theirs = await world.add(`theirs in ${namespace}`, { namespace, importance: 10 });
      await world.relate(shared, 'depends_on', theirs);
      await world.relate(theirs, 'depends_on', users);
    }
    await world.relate(shared, 'relates_to', mine);
    expect(await related([shared, users], { limit: 9 })).toEqual(['shared to relates_to mine']);
  });

  it('is current: superseded memories appear as their replacement, other invalid ones not at all', async () => {
    const one = await world.add('one');
    const old = await world.add('the port is 1');
    const [gone, faded, expired, kept] = [
      await world.add('gone'),
      await world.add('faded'),
      await world.add('expired', { expiresAt: daysAfter(1) }),
      await world.add('kept', { priority: 'highest' }),
    ];
    for (const to of [old, gone, faded, expired, kept]) await world.relate(one, 'relates_to', to);
    await world.relate(old, 'depends_on', gone);
    await world.store.invalidateMemory(gone.id, user, 'wrong');
    const [updated] = await world.apply(
      [sampleStatement('the port is 2', { priority: 'highest' })],
      [{ action: 'update', targetId: old.id }],
    );
    await world.setNow(daysAfter(59));
    expect((await related([one], { limit: 9 })).toSorted()).toEqual([
      'one to relates_to kept',
      'one to relates_to the port is 2',
    ]);
    await world.setNow(start);
    expect((await related([one], { limit: 9 })).toSorted()).toEqual([
      'one to relates_to expired',
      'one to relates_to faded',
      'one to relates_to kept',
      'one to relates_to the port is 2',
    ]);
    expect(await related([await world.get(updated?.memoryId ?? '')])).toEqual([
      'the port is 2 from relates_to one',
    ]);
    await world.store.forgetMemory(one.id, user, { messages: false });
    expect(await related([old, kept, faded])).toEqual([]);
  });

  /** Memories "spoke 1" … of importance 1 to 10, the hub related to half of them, and the others to it. */
  async function addHub(name: string, spokes: number): Promise<MemoryRecord> {
    const hub = await world.add(name);
    await world.query(
      `insert into public.devai_memories (id, content, content_hash, words, word_count, memory_type, category, namespace,
         priority, importance, source, last_accessed_at, trust, created_at, updated_at)
       select md5(m.content || i)::uuid, 'spoke ' || i, md5(m.content || i), '', 1, m.memory_type, m.category, m.namespace, m.priority,
         1 + i % 10, m.source, m.last_accessed_at, m.trust, m.created_at, m.updated_at
       from generate_series(1, $2::integer) i cross join public.devai_memories m where m.id = $1`,
      [hub.id, spokes],
    );
    await world.query(
      `insert into public.devai_memory_relations (from_id, kind, to_id, created_at)
       select case when i % 2 = 0 then m.id else s.id end, 'depends_on', case when i % 2 = 0 then s.id else m.id end,
         timestamptz '2026-01-01' + make_interval(secs => i)
       from generate_series(1, $2::integer) i
       cross join public.devai_memories m cross join lateral (select md5(m.content || i)::uuid as id) s
       where m.id = $1`,
      [hub.id, spokes],
    );
    return hub;
  }

  it('is, for a hub, the best of the newest hundred', async () => {
    const hub = await addHub('hub', 1_000);
    const found = await related([hub]);
    expect(found).toHaveLength(3);
    for (const line of found) expect(Number(/\d+$/u.exec(line)?.[0]) % 10).toBe(9);
    const spoke = await world.store.listRelated({
      ids: [hub.id],
      scopes,
      unrelated: [],
      relatedLimit: 1_000,
    });
    expect(spoke).toHaveLength(100);
    expect(spoke.every(({ memory }) => Number(memory?.content.slice('spoke '.length)) > 900)).toBe(true);
  });

  it('costs hardly more for a hub of thousands than for one of a hundred', async () => {
    const hubs = [await addHub('small', 100), await addHub('large', 3_000)];
    await world.query('analyze public.devai_memory_relations, public.devai_memories');
    const times = hubs.map((): number[] => []);
    for (let round = 0; round < 21; round += 1) {
      for (const [index, hub] of hubs.entries()) {
        const from = performance.now();
        await related([hub]);
        times[index]?.push(performance.now() - from);
      }
    }
    const [small = 0, large = 0] = times.map((all) => all.toSorted((a, b) => a - b)[10]);
    expect(large / small).toBeLessThan(3);
  });

  it('is limited to fifteen times that of one memory, the best of each before the next best', async () => {
    const all: MemoryRecord[] = [];
    for (let number = 1; number <= 18; number += 1) {
      const one = await world.add(`one ${number}`);
      for (const importance of [9, 5])
        await world.relate(one, 'part_of', await world.add(`${importance} of ${number}`, { importance }));
      all.push(one);
    }
    expect(await related(all, { limit: 1 })).toHaveLength(15);
    const found = await related(all, { limit: 2 });
    expect(found.filter((line) => line.includes(' 9 of '))).toHaveLength(18);
    expect(found.filter((line) => line.includes(' 5 of '))).toEqual(
      all.slice(0, 12).map(({ content }, index) => `${content} to part_of 5 of ${index + 1}`),
    );
  });

  it('is empty for no memories', async () => {
    expect(await related([])).toEqual([]);
    expect(await related([await world.add('alone')])).toEqual([]);
  });

  async function related(
    of: MemoryRecord[],
    { unrelated = [], limit = 3 }: { unrelated?: MemoryRecord[]; limit?: number } = {},
  ) {
    const found = await world.store.listRelated({
      ids: of.map(({ id }) => id),
      scopes,
      unrelated: unrelated.map(({ id }) => id),
      relatedLimit: limit,
    });
    return found.map(
      ({ ofId, kind, direction, memory, id }) =>
        `${of.find((one) => one.id === ofId)?.content} ${direction} ${kind} ${memory?.content ?? `(${of.find((one) => one.id === id)?.content})`}`,
    );
  }
});
