import { vector } from '@electric-sql/pglite-pgvector';
import { App } from '@supabase/lite';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { pgliteConnection } from '../src/store/drivers/pglite.ts';
import { migrateStore } from '../src/store/drivers/migrate-store.ts';
import { openSupabaseDatabase } from '../src/store/drivers/supabase.ts';
import { reuseStores } from './reused-stores.ts';
import type { TestDatabase } from './test-database.ts';

const key = 'service-role-key-of-the-test';

/** Supabase's API, in process: a PostgREST-compatible server over an embedded Postgres, reached by supabase-js. */
export function testSupabase(): TestDatabase {
  const stores = reuseStores(async () => {
    const connection = await createPgliteConnection({
      url: 'memory://',
      pgliteOptions: { extensions: { vector } },
    });
    const engine = connection.driver;
    // the roles that Supabase has
    await engine.exec('create role anon; create role authenticated; create role service_role bypassrls;');
    await migrateStore(pgliteConnection(engine));
    const app = new App({
      connection,
      options: {
        server: {
          apiKeys: {
            resolver: async (given: string) =>
              given === key ? { type: 'secret', claims: { role: 'service_role' } } : null,
          },
        },
      },
    });
    // one engine, one connection: requests go one after the other
    let tail: Promise<unknown> = Promise.resolve();
    const database = await openSupabaseDatabase({
      url: 'http://supabase.test',
      serviceRoleKey: key,
      fetch: (input, init) => {
        const answer = tail.then(() => app.fetch(new Request(input, init)));
        tail = answer.catch(() => {});
        return answer;
      },
    });
    let isOpen = true;
    const query = async (sql: string, parameters: unknown[] = []) => {
      // a request that failed leaves its role behind
      await engine.exec('reset role');
      return (await engine.query<Record<string, unknown>>(sql, parameters)).rows;
    };
    return {
      database: {
        ...database,
        close: async () => {
          isOpen = false;
          await database.close();
        },
      },
      query,
      setNow: async (moment) =>
        void (await query(`select set_config('devai.now', $1, false)`, [moment?.toISOString() ?? ''])),
      isOpen: () => isOpen,
      end: async () => {
        await database.close();
        await engine.close();
      },
    };
  });
  return { name: 'supabase', capabilities: { concurrentConnections: false, exclusive: false }, ...stores };
}
