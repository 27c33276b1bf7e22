import type { Database } from '../src/ports.ts';
import { closingOnce } from '../src/store/drivers/sql-database.ts';

export type OpenTestDatabase = {
  database: Database;
  /** Another way into the same store, for what closes its database: the store stays open. */
  lend(): Database;
  /** Stops the store's clock at a moment; null lets it run. Call it while no other call is under way. */
  setNow(moment: Date | null): Promise<void>;
  /** Plain SQL as the owner, to look at rows or to break them. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Gives the store back for the next test. */
  close(): Promise<void>;
};

export type TestDatabase = {
  name: string;
  capabilities: Database['capabilities'];
  /** An empty, migrated store that no other test has at the moment. Tests must leave its schema as it is. */
  open(): Promise<OpenTestDatabase>;
  /** Ends the stores that nobody has. Tests on embedded stores leave them to the next file of the same worker. */
  dispose(): Promise<void>;
};

/** A store of one driver, with what its reuse needs. */
export type ReusableStore = Pick<OpenTestDatabase, 'database' | 'setNow' | 'query'> & {
  end(): Promise<void>;
};

/** Hands a store, emptied, from test to test: many times faster than a new one each. */
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

async function empty(store: ReusableStore): Promise<void> {
  const [row] = await store.query(
    `select string_agg(format('public.%I', relname), ', ') as tables
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname like 'devai\\_%' and relname not in ('devai_migrations', 'devai_functions')`,
  );
  await store.query(`truncate ${String(row?.['tables'])} restart identity cascade`);
}
