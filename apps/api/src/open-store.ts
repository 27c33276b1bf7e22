import { join } from 'node:path';
import type { Database } from '@devai/memory';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';

/** Opens and migrates the configured store. Throws what its driver throws. */
export async function openStore({ store, dataFolder }: Config, log: FastifyBaseLogger): Promise<Database> {
  // each driver is loaded on demand: the others' libraries take a tenth of a second
  switch (store.kind) {
    case 'pglite': {
      const { openPgliteDatabase } = await import('@devai/memory/store/drivers/pglite');
      return openPgliteDatabase({ folder: join(dataFolder, 'store'), log });
    }
    case 'postgres': {
      const { openPostgresDatabase } = await import('@devai/memory/store/drivers/postgres');
      const { kind: _kind, ...settings } = store;
      return openPostgresDatabase({ ...settings, log });
    }
    case 'supabase': {
      const { openSupabaseDatabase } = await import('@devai/memory/store/drivers/supabase');
      const { kind: _kind, ...settings } = store;
      return openSupabaseDatabase({ ...settings, log });
    }
  }
}
