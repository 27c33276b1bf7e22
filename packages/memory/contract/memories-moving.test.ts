import { describe, expect, it } from 'vitest';
import type { StoredRow } from '../src/store/transfer.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';

describe.each(testDatabases())('moving memories on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('restores every row exactly, including vectors and words', async () => {
    await fill();
    const before = await allRows();
    const rows = await exportAll(2);
    expect(rows).toHaveLength(4);
    const history = await allEvents();
    await world.query('truncate public.devai_memories, public.devai_memory_events cascade');
    await world.setNow(daysAfter(30));
    const travelled: Record<string, unknown>[] = JSON.parse(JSON.stringify(rows));
    expect(await world.store.importRows('memory', travelled)).toEqual({ added: 4, known: 0 });
    expect(await allRows()).toEqual(before);
    const events = await allEvents();
    expect(events.filter(({ reason }) => reason !== 'imported')).toEqual(history);
    expect(events.filter(({ reason }) => reason === 'imported')).toHaveLength(4);
  });

  it('does not bring back what was forgotten in the target', async () => {
    await fill();
    const rows = await exportAll(100);
    const id = String(rows[0]?.['id']);
    await world.store.forgetMemory(id, user, { messages: false });
    expect(await world.store.importRows('memory', rows)).toEqual({ added: 0, known: 4 });
    expect(await world.store.getMemory(id)).toBeNull();
  });

  it('adds nothing the second time, and leaves memories that say the same', async () => {
    await fill();
    const rows = await exportAll(100);
    expect(await world.store.importRows('memory', rows)).toEqual({ added: 0, known: 4 });
    const valid = rows.filter((row) => row['is_valid'] === true);
    const renamed = valid.map((row, index) => ({
      ...row,
      id: `00000000-0000-4000-8000-00000000000${index}`,
    }));
    const before = await allRows();
    expect(await world.store.importRows('memory', renamed)).toEqual({ added: 0, known: valid.length });
    expect(await allRows()).toEqual(before);
  });

  it('refuses invalid rows, and imports none of them', async () => {
    await fill();
    const [good] = await exportAll(1);
    await world.query('truncate public.devai_memories cascade');
    const fields: Record<string, unknown>[] = [
      { content: '' },
      { priority: 'x' },
      { strength: 2 },
      { strength: null },
      { importance: 99 },
      { namespace: 'x' },
      { vector: [1, 2] },
      { is_valid: false, invalidated_at: null },
      { created_at: null },
      { trust: 'tool', priority: 'highest' },
      { id: 'x' },
      { holds_from: daysAfter(2), holds_until: daysAfter(1) },
    ];
    for (const wrong of fields) {
      const rows = [good ?? {}, { ...good, id: '00000000-0000-4000-8000-000000000009', ...wrong }];
      await expect(world.store.importRows('memory', rows)).rejects.toMatchObject({ code: 'invalid_input' });
    }
    await expect(world.store.importRows('memory', [{}])).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await allRows()).toEqual([]);
    expect(await world.store.importRows('memory', [])).toEqual({ added: 0, known: 0 });
  });

  function allRows() {
    return world.query(`select to_jsonb(m) as row from public.devai_memories m order by id`);
  }

  function allEvents() {
    return world.query(
      `select memory_id, at, action, reason, actor_kind, actor_id, before, after
       from public.devai_memory_events order by memory_id, id`,
    );
  }

  async function fill(): Promise<void> {
    await world.add('First "ตัวอย่าง" \\ 😀', {
      title: 'T',
      words: ["o'hare", 'a\\b', ':*', 'ตัวอย่าง', '&', '0abc1'],
      vector: roughVector,
      embeddingModel: 'm1',
      namespace: 'devai/project/เสือ/fixes',
      tags: ['x', '{}', '"'],
      metadata: { deep: { list: [1, null, 'x'] } },
      evidence: [{ sessionId: '00000000-0000-4000-8000-000000000000', messages: [1], quote: 'q' }],
    });
    const old = await world.add('port 1', { namespace: 'devai/user/x' });
    await world.apply(
      [sampleStatement('port 2', { namespace: 'devai/user/x' })],
      [{ action: 'update', targetId: old.id }],
    );
    const held = { holdsFrom: daysAfter(5), holdsUntil: daysAfter(6) };
    const pinned = await world.add('pinned', { priority: 'highest', trust: 'user', ...held });
    await world.store.updateMemory(pinned.id, { pinned: true, expiresAt: daysAfter(400) }, user, 'keep');
    await world.query(`update public.devai_memories set strength = 0.123456`);
    await world.setNow(daysAfter(3.21));
    await world.store.reinforceMemories([pinned.id]);
  }

  async function exportAll(page: number): Promise<StoredRow[]> {
    const all: StoredRow[] = [];
    let after: StoredRow | null = null;
    do {
      const next: { rows: StoredRow[]; after: StoredRow | null } = await world.store.exportRows(
        'memory',
        after,
        page,
        null,
      );
      all.push(...next.rows);
      after = next.after;
    } while (after !== null);
    return all;
  }

  /** Figures that a half keeps only in part, of every size. */
  const roughVector = Array.from({ length: 512 }, (_, index) => Math.sin(index * 7.31) * 10 ** -(index % 5));
});
