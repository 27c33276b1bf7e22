import {
  defaultPlace,
  type FunctionName,
  migrationStatus,
  type MigrationStatus,
  type Place,
  readSource,
} from '@devai/db';
import { databaseError, sqlStateOf } from '../database-error.ts';
import { MemoryError } from '../../errors.ts';
import type { CallArguments, Database, TransactionClient } from '../../ports.ts';
import { encodeCall } from './encode-arguments.ts';
import { callTimeoutOf, longestCall } from './giving-up.ts';
import { isLostDeadlock } from './lost-deadlock.ts';
import { migrationError } from './migrate-store.ts';
import { type Query, withinTransaction } from './within-transaction.ts';

/** What a driver that speaks SQL brings. `end` is called once, when no query is running any more. */
export type SqlEngine = Pick<Database, 'kind' | 'capabilities' | 'listen'> & {
  /** Where the store is in its database: `public`, with pgvector in `extensions`, if nothing is said. */
  place?: Place;
  query: Query;
  /** `query` over a connection of the host's. */
  queryOver?(client: TransactionClient): Query;
  end(): Promise<void>;
};

/** The `Database` port over an engine: encodes calls, maps errors, and closes once. */
export function createSqlDatabase(engine: SqlEngine): Database {
  const { kind, capabilities, listen, queryOver } = engine;
  return closingOnce({
    kind,
    capabilities,
    ...(listen && { listen }),
    ...(queryOver && {
      within: (client) =>
        withinTransaction({
          query: queryOver(client),
          queryOutside: engine.query,
          callBy: (query) => (name, args) => runCall({ ...engine, query }, name, args),
        }),
    }),
    call: (name, args) => runCall(engine, name, args),
    migrationStatus: () => readMigrationStatus(engine),
    close: () => engine.end(),
  });
}

/** The same database, whose `close` waits for the calls under way and runs once; calls after it throw `closed`. */
export function closingOnce(database: Database): Database {
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  return {
    ...database,
    async call(name, args) {
      if (closing !== undefined) throw new MemoryError('closed', 'the store was closed');
      const call = database.call(name, args);
      underWay.add(call);
      try {
        return await call;
      } finally {
        underWay.delete(call);
      }
    },
    close() {
      closing ??= Promise.allSettled(underWay).then(() => database.close());
      return closing;
    },
  };
}

async function runCall<Name extends FunctionName>(
  engine: SqlEngine,
  name: Name,
  args: CallArguments<Name>,
): Promise<unknown> {
  const { sql, parameters } = encodeCall(name, args, engine.place ?? defaultPlace);
  for (let tries = 1; ; tries += 1) {
    try {
      const [row] = await engine.query(sql, parameters, callTimeoutOf(name));
      return row?.['result'] ?? null;
    } catch (error) {
      const state = sqlStateOf(error);
      if (!isLostDeadlock(state, tries)) throw databaseError(state, error);
    }
  }
}

async function readMigrationStatus(engine: SqlEngine): Promise<MigrationStatus> {
  const query = (sql: string, parameters: unknown[] = []) => engine.query(sql, parameters, longestCall);
  try {
    return await migrationStatus({ query }, await readSource(), engine.place?.schema);
  } catch (error) {
    throw migrationError(error);
  }
}
