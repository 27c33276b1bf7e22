import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@devai/memory';
import { embeddedDatabase } from '@devai/memory/store/drivers/pglite';
import { openStoreThread } from '@devai/memory/store/drivers/pglite-thread';

/** The store of one history, whose clock can be set. */
export type HistoryStore = {
  database: Database;
  setNow(moment: Date): Promise<void>;
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
};

/** Opens the embedded store in a folder that only this process uses, or makes it. */
export async function openHistoryStore(folder: string): Promise<HistoryStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { query, end } = await openStoreThread({ data: join(folder, 'postgres') });
  return {
    database: embeddedDatabase({ query, end }),
    query,
    setNow: async (moment) =>
      void (await query(`select set_config('devai.now', $1, false)`, [moment.toISOString()])),
  };
}
