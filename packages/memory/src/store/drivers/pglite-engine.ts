import type { PGlite, SerializerOptions } from '@electric-sql/pglite';
import { connectionOf } from '@devai/db';
import type { Log } from '../../ports.ts';
import { migrateStore } from './migrate-store.ts';
import { createUpkeep } from './pglite-upkeep.ts';

export type Row = Record<string, unknown>;
/** The engine of an embedded store, migrated. Calls run one at a time. `end` is called once, when no query is under way. */
export type StoreEngine = {
  query(sql: string, parameters?: unknown[]): Promise<Row[]>;
  end(): Promise<void>;
};

/** Migrates a running engine, and keeps it tidy until it ends. Throws what `migrateStore` throws; the engine is ended then. */
export async function runEngine(engine: PGlite, log?: Log): Promise<StoreEngine> {
  try {
    await migrateStore(connectionOf(engine), log);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const options = { serializers: await unchangedVectors(engine) };
  const upkeep = createUpkeep(engine, log);
  return {
    async query(sql, parameters = []) {
      const { rows } = await engine.query<Row>(sql, parameters, options);
      upkeep.noteCall();
      return rows;
    },
    async end() {
      await upkeep.stop();
      await engine.close();
    },
  };
}

/** PGlite would turn the bytes of a vector into text, because it does not know the type. It sends the bytes that a serializer returns. */
async function unchangedVectors(engine: PGlite): Promise<SerializerOptions> {
  const { rows } = await engine.query<{ type: number }>(`select 'extensions.vector'::regtype::oid as type`);
  const unchanged = <Value>(value: Value): Value => value;
  return Object.fromEntries(rows.map(({ type }) => [type, unchanged]));
}
