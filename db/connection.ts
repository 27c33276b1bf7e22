/**
 * One connection, which nothing but the migration uses while it runs. `execute` takes several statements in one text. `query` takes one
 * statement with parameters `$1 …`, and returns its rows.
 */
export interface Connection {
  execute(sql: string): Promise<void>;
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
}

/** A client of `pg`, or an embedded engine, which takes several statements in `exec` only. */
type Engine = {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  exec?(sql: string): Promise<unknown>;
};

export const connectionOf = (engine: Engine): Connection => ({
  execute: async (sql) => void (await (engine.exec ? engine.exec(sql) : engine.query(sql))),
  query: async (sql, parameters = []) => (await engine.query(sql, parameters)).rows,
});

/** What reading alone needs. */
export type Queryable = Pick<Connection, 'query'>;
