import { z } from 'zod';
import type { BenchDatabase } from '../bench-database.ts';

export type SizeFigures = { table: number; indexes: { name: string; bytes: number }[] };

const relations = z.array(z.object({ name: z.string(), is_index: z.boolean(), bytes: z.coerce.number() }));

/** Measures the bytes on disk of the memories alone. */
export async function measureSize(store: BenchDatabase): Promise<SizeFigures> {
  const rows = relations.parse(
    await store.query(
      `select 'devai_memories' as name, false as is_index, pg_table_size('public.devai_memories') as bytes
       union all
       select i.indexrelid::regclass::text, true, pg_relation_size(i.indexrelid)
       from pg_index i where i.indrelid = 'public.devai_memories'::regclass`,
    ),
  );
  return {
    table: rows.find((row) => !row.is_index)?.bytes ?? 0,
    indexes: rows.filter((row) => row.is_index).map(({ name, bytes }) => ({ name, bytes })),
  };
}
