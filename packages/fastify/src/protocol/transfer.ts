import { z } from 'zod';

/** The last line of an export. Without it the export is incomplete. */
export const exportEnd = z.object({ done: z.literal(true), rows: z.int() });

/** A line of an export. */
export const exportLine = z.union([
  z.object({ kind: z.string() }).loose().describe('the header, then a row'),
  exportEnd.describe('the last line; without it the export is incomplete'),
]);

/** How many rows of each kind an import added, and how many were there already. */
export const importCounts = z.record(z.string(), z.object({ added: z.int(), known: z.int() }));

/** A line of the answer to an import. */
export const importLine = z.union([
  z.object({ done: z.literal(false), progress: importCounts }),
  z.object({ done: z.literal(true), report: importCounts }),
]);
