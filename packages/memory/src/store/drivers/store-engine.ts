export type Row = Record<string, unknown>;

/** The engine of an embedded store, migrated. Calls run one at a time. `end` is called once, when no query is under way. */
export type StoreEngine = {
  query(sql: string, parameters?: unknown[]): Promise<Row[]>;
  end(): Promise<void>;
};
