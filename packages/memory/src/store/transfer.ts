import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import { metadata } from './columns.ts';

/** In the order in which another store can take them. `memory` comes with its history, vector and words. */
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

/** Whole rows, to and from another store. */
export const transferMethods = (call: CallFunction) => ({
  /** A page of plain rows; `after` asks for the next one, null when there is none. At most 1,000 rows. */
  exportRows: (kind: RowKind, after: StoredRow | null, limit: number) =>
    call(page, 'export_rows', { kind, after, limit }),
  /** Takes rows of `exportRows` in one transaction. `known`: what is there already, or belongs to nothing that is there. */
  importRows: (kind: RowKind, rows: StoredRow[]) => call(taken, 'import_rows', { kind, rows }),
});
