import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import { metadata } from './columns.ts';

/** The kinds of rows, in the order in which another store can import them. A `memory` includes its history, vector and words. */
export const rowKinds = [
  'tombstone',
  'project',
  'memory',
  'relation',
  'session',
  'message',
  'topic',
  'document',
  'chunk',
  'shared_tombstone',
  'shared',
  'job',
  'usage',
] as const;
export type RowKind = (typeof rowKinds)[number];
/** A row by the columns of its table. */
export type StoredRow = Record<string, unknown>;

const page = z.object({ rows: metadata.array(), after: metadata.nullable() });
const taken = z.object({ added: z.number(), known: z.number() });

/** Export and import of whole rows. */
export const transferMethods = (call: CallFunction) => ({
  /** Returns a page of plain rows of a user (null: of all), at most 1,000. `after` asks for the next page; null: there is none. */
  exportRows: (kind: RowKind, after: StoredRow | null, limit: number, ofUser: string | null) =>
    call(page, 'export_rows', { kind, after, limit, ofUser }),
  /** Imports rows of `exportRows` in one transaction. `known` counts rows that already exist or belong to nothing in this store. */
  importRows: (kind: RowKind, rows: StoredRow[]) => call(taken, 'import_rows', { kind, rows }),
});
