import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMemoryEngine } from './pglite-template.ts';
import { createUpkeep } from './pglite-upkeep.ts';

let engine: PGlite;
// for both: the first changes nothing
beforeAll(async () => {
  engine = await createMemoryEngine();
  await engine.exec(`
    create table public.devai_rows (id int primary key, text text storage plain);
    insert into public.devai_rows select g, repeat(md5(g::text), 100) from generate_series(1, 4000) g;
    update public.devai_rows set text = text || 'x';
    update public.devai_rows set text = text || 'y';
  `);
  await engine.query('select pg_stat_force_next_flush()');
});
afterAll(() => engine.close());

const state = async () => {
  const { rows } = await engine.query<{ dead: number; analyzed: boolean; log: number }>(
    `select n_dead_tup::int as dead, last_analyze is not null as analyzed,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (select redo_lsn from pg_control_checkpoint()))::float8 as log
     from pg_stat_user_tables where relname = 'devai_rows'`,
  );
  return rows[0];
};

it('does nothing after a few calls, and does not stop calls when it fails', async () => {
  const warn = vi.fn<(fields: Record<string, unknown>, text: string) => void>();
  const upkeep = createUpkeep(engine, { debug() {}, info() {}, warn, error() {} });
  for (let call = 0; call < 199; call += 1) upkeep.noteCall();
  expect((await state())?.dead).toBe(8_000);

  const query = vi.spyOn(engine, 'query').mockRejectedValueOnce(new Error('disk full'));
  upkeep.noteCall();
  query.mockRestore();
  await upkeep.stop();
  expect(warn).toHaveBeenCalledWith({ error: 'Error: disk full' }, 'the upkeep of the store failed');
});

it('vacuums, analyzes and checkpoints after some calls, because the engine does not do it itself', async () => {
  expect(await state()).toMatchObject({ dead: 8_000, analyzed: false });
  expect((await state())?.log).toBeGreaterThan(32 * 1024 * 1024);

  const upkeep = createUpkeep(engine);
  for (let call = 0; call < 200; call += 1) upkeep.noteCall();
  await upkeep.stop();
  expect(await state()).toMatchObject({ dead: 0, analyzed: true });
  expect((await state())?.log).toBeLessThan(1024 * 1024);
});
