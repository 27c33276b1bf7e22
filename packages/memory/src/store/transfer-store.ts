import { z } from 'zod';
import type { Database } from '../ports.ts';
import { parseResult, record } from './rows.ts';
import type { TransferStore } from './stored-rows.ts';

const page = z.object({ rows: z.array(record), after: record.nullable() });
const taken = z.object({ added: z.number(), known: z.number() });

/** Whole rows to and from another store, over SQL functions of the same names. */
export function createTransferStore(database: Database): TransferStore {
  return {
    async exportRows(kind, after, limit) {
      return parseResult(page, await database.call('export_rows', { kind, after, limit }));
    },
    async importRows(kind, rows) {
      return parseResult(taken, await database.call('import_rows', { kind, rows }));
    },
  };
}
