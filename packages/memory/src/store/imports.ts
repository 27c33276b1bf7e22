import { z } from 'zod';
import type { Actor } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { moment } from './columns.ts';
import { undoneJob } from './jobs.ts';
import type { StoredCandidate } from './memories.ts';

/** What the jobs of an import bear. */
export const importNote = z.object({
  id: z.uuid(),
  form: z.string().describe('what was imported, such as mem0'),
  name: z.string().describe('the file or folder'),
  project: z.string().nullable().describe('where what is not about the user is filed'),
});
export type ImportNote = z.output<typeof importNote>;

/** An import and what came of it so far. */
export const importRecord = importNote.extend({
  createdAt: moment,
  jobs: z.int().describe('parts that it is stored in'),
  open: z.int().describe('parts that wait or run'),
  dead: z.int().describe('parts that failed for good'),
  sessions: z.int().describe('conversations that it stored'),
  stored: z.int().describe('memories that it added or changed'),
  undone: z.int().describe('of these, taken back since'),
});
export type ImportRecord = z.output<typeof importRecord>;

/** What undoing an import did to each memory, and what it had to leave. */
export const undoneImport = undoneJob.extend({
  cancelled: z.int().describe('parts that waited, and are not stored any more'),
  sessions: z.array(z.guid()).describe('conversations that are deleted'),
});
export type UndoneImport = z.output<typeof undoneImport>;

export const importedStates = ['new', 'known', 'stored', 'undone', 'changed', 'forgotten'] as const;
export type ImportedState = (typeof importedStates)[number];

/** What was imported from other products. */
export const importMethods = (call: CallFunction) => ({
  /** What is known of each statement, by the id that it gets when it is stored and by its text. */
  findImported: (statements: Pick<StoredCandidate, 'id' | 'namespace' | 'contentHash'>[]) =>
    call(z.array(z.enum(importedStates)), 'find_imported', {
      statements: statements.map(({ id, namespace, contentHash }) => ({ id, namespace, contentHash })),
    }),
  /** Newest first, as long as their jobs are kept. */
  listImports: () => call(importRecord.array(), 'list_imports', {}),
  /** In one transaction. Idempotent. Throws `not_found`, and `conflict` while one of its jobs runs. */
  undoImport: (id: string, actor: Actor, reason: string) =>
    call(undoneImport, 'undo_import', { id, actor, reason }),
});
