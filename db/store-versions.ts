import type { Queryable } from './connection.ts';
import { atPlace, type Place } from './place.ts';

/** What a store was made from. */
export type StoreVersions = {
  migrations: { name: string; hash: string; isAdditive: boolean }[];
  /** Those that are there, and `privileges`. `required`: how many parameters have no default. */
  functions: { name: string; hash: string; parameters: string[]; required: number }[];
};

/** Reads what `devai_get_versions` returns, which an older store does not have. Empty before the first migration. */
export async function readVersions(connection: Queryable, place: Place): Promise<StoreVersions> {
  const [found] = await connection.query(
    atPlace(`select to_regclass('public.devai_migrations') is not null as there`, place),
  );
  if (found?.['there'] !== true) return { migrations: [], functions: [] };
  const migrations = await connection.query(
    atPlace(
      // the column is missing in a store that was last migrated before it was added
      `select m.name, m.hash, coalesce(to_jsonb(m) ->> 'is_additive', 'false') as is_additive
       from public.devai_migrations m order by m.name`,
      place,
    ),
  );
  const functions = await connection.query(
    atPlace(
      `select f.name, f.hash, array_to_string(p.proargnames, ',') as parameters, (p.pronargs - p.pronargdefaults)::text as required
       from public.devai_functions f
       left join pg_catalog.pg_proc p on p.pronamespace = 'public'::regnamespace and p.proname = 'devai_' || f.name
       where f.name = 'privileges' or p.oid is not null`,
      place,
    ),
  );
  return {
    migrations: migrations.map((row) => ({
      name: String(row['name']),
      hash: String(row['hash']),
      isAdditive: row['is_additive'] === 'true',
    })),
    functions: functions.map((row) => ({
      name: String(row['name']),
      hash: String(row['hash']),
      parameters: String(row['parameters'] ?? '').split(','),
      required: Number(row['required'] ?? 0),
    })),
  };
}
