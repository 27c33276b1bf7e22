/**
 * What migrating needs of a driver: one connection, used by nobody else meanwhile. `execute` takes several
 * statements in one text; `query` takes one, with `$1 …`, and returns its rows.
 */
export interface Connection {
  execute(sql: string): Promise<void>;
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
}
