import { importForms } from '@devai/memory/imports/found';
import { importPlan, importReport } from '@devai/memory/imports/report';
import { importRecord, undoneImport } from '@devai/memory/store/imports';
import { z } from 'zod';

/** What a file of text may be. */
export const textForms = z.enum(importForms).extract(['instructions', 'markdown', 'chatgpt-memories']);

export { undoneImport };
export type ImportPlan = z.infer<typeof importPlan>;

/** Imports whose jobs are kept, newest first. */
export const importList = z.object({ imports: z.array(importRecord) });

const ofUser = { user: z.string().describe('whose it is there, and here') };

/** A line of the answer to an import: progress, then what it would store or stored. */
export const foreignImportLine = z.union([
  z.object({ done: z.literal(false), progress: z.object({ done: z.int(), total: z.int() }) }),
  z.object({ done: z.literal(true), report: importReport }),
  z.object({ done: z.literal(true), plan: importPlan }),
  z.object({ done: z.literal(true), reports: z.array(importReport.extend(ofUser)) }),
  z.object({ done: z.literal(true), plans: z.array(importPlan.extend(ofUser)) }),
]);
