import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionName } from '@devai/db';
import { isOutage, MemoryError } from '../../errors.ts';
import type { CallArguments, Database, Transaction } from '../../ports.ts';
import { databaseError, sqlStateOf } from '../database-error.ts';
import { longestCall } from './giving-up.ts';

/** Runs a statement. May drop a connection that says nothing for `timeout` milliseconds. */
export type Query = (
  sql: string,
  parameters: unknown[],
  timeout: number,
) => Promise<Record<string, unknown>[]>;

type Dependencies = {
  /** Over the host's connection. */
  query: Query;
  /** Over any other connection to the same database. */
  queryOutside: Query;
  /** Calls a function of the store by a query. */
  callBy: (query: Query) => Database['call'];
};

/** Milliseconds between the first looks whether a transaction ended, and at most between later ones. */
const firstLook = 10;
const laterLooks = 5_000;
/** Looks in a row that may find the store away, or no connection free, before it stays unknown how a transaction ended. */
const mostFailures = 12;

/**
 * Calls on a connection on which the host began a transaction. Each is in a savepoint, so that one that fails leaves the transaction as it
 * was, and they run one after the other. What the host does on the connection meanwhile is in the savepoint, too.
 */
export function withinTransaction({ query, queryOutside, callBy }: Dependencies): Transaction {
  const callInSavepoint = callBy(inSavepoint);
  let last: Promise<unknown> = Promise.resolve();
  /** The transaction of the last call, as Postgres numbers it. */
  let id: string | null = null;
  const run = (sql: string) => query(sql, [], longestCall);

  return {
    call<Name extends FunctionName>(name: Name, args: CallArguments<Name>) {
      const done = last.then(() => callInSavepoint(name, args));
      last = done.catch(() => {});
      return done;
    },
    async hasCommitted() {
      let failures = 0;
      for (let wait = firstLook; ; wait = Math.min(wait * 2, laterLooks)) {
        try {
          const status = await statusNow();
          if (status !== 'in progress') return status === 'committed';
          failures = 0;
        } catch (error) {
          failures += 1;
          if (failures === mostFailures || !isOutage(error)) throw error;
        }
        await sleep(wait, undefined, { ref: false });
      }
    },
  };

  async function statusNow(): Promise<unknown> {
    const asked = 'select pg_xact_status($1::text::xid8) as status';
    const [row] = await queryOutside(asked, [id], longestCall).catch((error: unknown) => {
      throw databaseError(sqlStateOf(error), error);
    });
    return row?.['status'];
  }

  async function inSavepoint(...call: Parameters<Query>) {
    await run('savepoint devai_call').catch((error: unknown) => {
      throw notWithin(error);
    });
    try {
      const [row] = await run('select pg_current_xact_id()::text as id');
      id = String(row?.['id']);
      const rows = await query(...call);
      await run('release savepoint devai_call');
      return rows;
    } catch (error) {
      // a connection that broke has no transaction any more
      await run('rollback to savepoint devai_call').catch(() => {});
      throw error;
    }
  }
}

/** Says what to do where Postgres says that there is no transaction, or one that failed. */
function notWithin(error: unknown): unknown {
  const problem = {
    '25P01': 'the client is in no transaction: begin one before, and call nothing after its end',
    '25P02': 'a statement of the transaction failed before: roll it back',
  }[sqlStateOf(error) ?? ''];
  return problem === undefined
    ? error
    : new MemoryError('invalid_input', `within: ${problem}`, { cause: error });
}
