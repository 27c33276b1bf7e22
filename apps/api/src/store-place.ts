import { realpath } from 'node:fs/promises';
import type { Config } from './config.ts';

/**
 * Says which store a configuration names, without its password: a folder, or a server and its database. Two processes that name one
 * store alike get the same text.
 */
export async function storePlace({
  store,
  dataFolder,
}: Pick<Config, 'store' | 'dataFolder'>): Promise<string> {
  switch (store.kind) {
    case 'pglite':
      // the folder may not be there yet
      return realpath(dataFolder).catch(() => dataFolder);
    case 'postgres': {
      const { postgresPlace } = await import('@devai/memory/store/drivers/postgres-place');
      return postgresPlace(store.url);
    }
    case 'supabase': {
      const { host, pathname } = new URL(store.url);
      return `${host}${pathname.replace(/\/$/, '')}`;
    }
  }
}
