/** In the order in which another store can take them. `memory` comes with its history, vector and words. */
export const rowKinds = [
  'tombstone',
  'memory',
  'relation',
  'session',
  'message',
  'topic',
  'job',
  'usage',
] as const;
export type RowKind = (typeof rowKinds)[number];
export type StoredRow = Record<string, unknown>;

export type TransferStore = {
  /** A page of plain rows; `after` asks for the next one, null when there is none. At most 1,000 rows. */
  exportRows(
    kind: RowKind,
    after: StoredRow | null,
    limit: number,
  ): Promise<{ rows: StoredRow[]; after: StoredRow | null }>;
  /** Takes rows of `exportRows` in one transaction. `known`: what is there already, or belongs to nothing that is there. */
  importRows(kind: RowKind, rows: StoredRow[]): Promise<{ added: number; known: number }>;
};
