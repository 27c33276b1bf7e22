import { readSource } from '@devai/db';
import { App } from '@supabase/lite';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { connectionOf } from '@devai/db';
import { migrateStore } from '../src/store/drivers/migrate-store.ts';
import { memoryEngineOptions } from '../src/store/drivers/pglite-template.ts';
import { openSupabaseDatabase } from '../src/store/drivers/supabase.ts';
import { reuseStores, type TestDatabase } from '../testing/reused-stores.ts';

/** The stores of this worker: its test files use them one after the other. */
export const supabaseStores: TestDatabase = testSupabase();

/** What the API answers in place of Supabase's own; null: nothing. */
let disturbance: typeof fetch | null = null;

/** Until it is called with null, the stores of this worker get these answers, as from a gateway before Supabase. */
export const disturbSupabase = (answer: typeof fetch | null): void => {
  disturbance = answer;
};

const key = 'service-role-key-of-the-test';

/** Supabase's API, in process: a PostgREST-compatible server over an embedded Postgres, reached by supabase-js. */
function testSupabase(): TestDatabase {
  const stores = reuseStores(async () => {
    const connection = await createPgliteConnection({
      url: 'memory://',
      pgliteOptions: await memoryEngineOptions(),
    });
    const engine = connection.driver;
    await migrateStore(connectionOf(engine));
    // the roles that Supabase has, with what each migration grants them and takes from them
    await engine.exec('create role anon; create role authenticated; create role service_role bypassrls;');
    await engine.exec((await readSource()).privileges.text);
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
        if (disturbance !== null) return disturbance(input, init);
        const answer = tail.then(() => app.fetch(new Request(input, init)));
        tail = answer.catch(() => {});
        return answer;
      },
    });
    const query = async (sql: string, parameters: unknown[] = []) => {
      // a request that failed leaves its role behind
      await engine.exec('reset role');
      return (await engine.query<Record<string, unknown>>(sql, parameters)).rows;
    };
    return {
      database,
      query,
      setNow: async (moment) =>
        void (await query(`select set_config('devai.now', $1, false)`, [moment?.toISOString() ?? ''])),
      end: async () => {
        await database.close();
        await engine.close();
      },
    };
  });
  return { name: 'supabase', capabilities: { concurrentConnections: false, exclusive: false }, ...stores };
}
