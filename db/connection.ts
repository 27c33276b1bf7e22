/**
 * One connection, used only by the migration while it runs. `execute` takes several statements in one text; `query` takes one, with
 * parameters `$1 …`, and returns its rows.
 */
export interface Connection {
  execute(sql: string): Promise<void>;
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
}
