import type { Database } from '../src/ports.ts';
import { closingOnce } from '../src/store/drivers/sql-database.ts';

export type OpenTestDatabase = {
  database: Database;
  /** Another handle of the same store, for code that closes its database. Closing it leaves the store open. */
  lend(): Database;
  /** Stops the store's clock at a moment; null lets it run. Call it while no other call is under way. */
  setNow(moment: Date | null): Promise<void>;
  /** Plain SQL as the owner, to look at rows or to break them. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Returns the store to the pool. */
  close(): Promise<void>;
};

export type TestDatabase = {
  name: string;
  capabilities: Database['capabilities'];
  /** Returns an empty, migrated store that no other test is using. Tests must not change its schema. */
  open(): Promise<OpenTestDatabase>;
  /** Ends the stores that no test is using. Tests on embedded stores do not call it, so the next file of the worker reuses the stores. */
  dispose(): Promise<void>;
};

/** A store of one driver that can be reused. */
export type ReusableStore = Pick<OpenTestDatabase, 'database' | 'setNow' | 'query'> & {
  end(): Promise<void>;
};

/** Passes stores from test to test and empties them in between, which is many times faster than creating new ones. */
export function reuseStores(make: () => Promise<ReusableStore>): Pick<TestDatabase, 'open' | 'dispose'> {
  const idle: ReusableStore[] = [];
  return {
    async open() {
      const store = idle.pop() ?? (await make());
      await empty(store);
      const loans: Database[] = [];
      const lend = (): Database => {
        const loan = closingOnce({ ...store.database, close: async () => {} });
        loans.push(loan);
        return loan;
      };
      let isOpen = true;
      return {
        database: lend(),
        lend,
        setNow: store.setNow,
        query: store.query,
        async close() {
          if (!isOpen) return;
          isOpen = false;
          await Promise.all(loans.map((loan) => loan.close()));
          await store.setNow(null);
          idle.push(store);
        },
      };
    },
    async dispose() {
      for (const store of idle.splice(0)) await store.end();
    },
  };
}

/** Bytes of rows from which a store is truncated: rows that were only deleted slow the next tests down. */
const mostDeleted = 1_000_000;

/**
 * Deletes all rows, which takes a tenth of the time of truncating tables that hold few, in one statement that stays planned. Foreign keys
 * find nothing left to do: to switch them off would make Postgres plan every statement of the next test anew.
 */
async function empty(store: ReusableStore): Promise<void> {
  const [row] = await store.query(
    `select string_agg(oid::regclass::text, ', ') as tables,
       string_agg(format('%I as (delete from %s)', 'emptied_' || relname, oid::regclass), ', ') as deletions,
       sum(pg_relation_size(oid))::integer as size
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname like 'devai\\_%' and relname not in ('devai_migrations', 'devai_functions')`,
  );
  await store.query(
    Number(row?.['size']) > mostDeleted
      ? `truncate ${String(row?.['tables'])} restart identity cascade`
      : `with ${String(row?.['deletions'])} select`,
  );
}
