import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import type { UsageEntry } from './ledger.ts';
import { memoryRecord } from './memories.ts';
import { projectSettings } from './projects.ts';

const listed = z.object({
  memory: memoryRecord,
  /** Whether consolidation must not merge, archive or rescore it: pinned, priority highest, stated lately, or restored by a person. */
  isProtected: z.boolean(),
  /** A person made it valid again. */
  isRestored: z.boolean(),
  /** Null if it is not known. */
  statedAt: z.coerce.date().nullable(),
  /** A person chose its importance. */
  importanceIsSet: z.boolean(),
});
export type ListedMemory = z.output<typeof listed>;

const measured = z.object({
  memories: z.int(),
  characters: z.int(),
  budget: projectSettings.shape.memoryBudget,
  left: z.object({ at: z.coerce.date(), memories: z.int(), tokens: z.int() }).nullable(),
});

/** What a consolidation does at once. */
export const plannedAction = z.object({
  kind: z.enum(['merge', 'summarise', 'rescore', 'archive', 'supersede', 'dispute']),
  /** Each as the plan saw it: memories that changed since are left alone. Of a dispute, the first may contradict the others. */
  targets: z.array(z.object({ id: z.guid(), updatedAt: z.string() })),
  /** The one of them that stays as it is, and replaces the others. */
  keepId: z.guid().nullable(),
  /** A statement that replaces the targets; `vectorFrom`: the target with the same text. */
  written: z.looseObject({ id: z.guid(), content: z.string(), vectorFrom: z.guid().nullable() }).nullable(),
  importance: z.int().nullable(),
  reason: z.string(),
  tokensBefore: z.int(),
  tokensAfter: z.int(),
});
export type PlannedAction = z.output<typeof plannedAction>;

/** What was done to a memory; `previousId`: the memory that `memoryId` replaced. */
export const consolidated = z.object({
  action: z.enum(['added', 'merged', 'archived', 'updated', 'superseded', 'disputed']),
  memoryId: z.guid(),
  previousId: z.guid().nullable(),
  reason: z.string(),
});

const size = z.object({ memories: z.int(), tokens: z.int() });

/** One thing that a plan does. */
const shownAction = plannedAction
  .pick({ kind: true, keepId: true, importance: true, reason: true, tokensBefore: true, tokensAfter: true })
  .extend({
    ids: z
      .array(z.guid())
      .describe('the memories that the action changes; of a dispute, the first may contradict the others'),
    text: z.string().nullable().describe('what takes their place'),
  });

/** How a run went. */
export const outcome = z.object({
  before: size.describe("the project's valid memories, and the tokens of their texts"),
  protected: z
    .int()
    .describe(
      'how many of them no run merges, archives or rescores: pinned, of priority highest, stated lately, or restored',
    ),
  after: size,
  budget: size,
  skipped: z
    .array(z.object({ kind: plannedAction.shape.kind, ids: z.array(z.guid()), reason: z.string() }))
    .describe('actions that were skipped because their memories changed after the plan was made'),
  refused: z.array(z.string()).describe('why proposals of the model were refused'),
});

/** What a consolidation did, or would do. */
export const consolidation = outcome.extend({
  dryRun: z.boolean(),
  jobId: z.guid().nullable().describe('undo this job to take everything back; null for a dry run'),
  status: z.enum(['planned', 'done', 'waiting', 'dead']),
  error: z.string().nullable().describe('why it waits or is dead'),
  actions: z.array(shownAction).describe('the plan of a dry run'),
  applied: z.array(consolidated).describe('what was done'),
});
/** What a consolidation did, or would do. */
export type Consolidation = z.output<typeof consolidation>;

/** Consolidation of a project's memories. */
export const consolidationMethods = (call: CallFunction) => ({
  /** Valid memories of a scope, in the order of their ids. */
  listForConsolidation: (query: { scope: string; after: string; statedDays: number; limit: number }) =>
    call(listed.array(), 'list_for_consolidation', query),
  /** How full a project is, its own budget, and what its last consolidation left. */
  measureMemories: (project: string) => call(measured, 'measure_memories', { project }),
  /** One transaction. Null when it is done or was done before; else why it was skipped. Throws `lease_lost`. */
  applyConsolidation: (jobId: string, worker: string, action: PlannedAction) =>
    call(z.string().nullable(), 'apply_consolidation', { jobId, worker, action }),
  /** Ends the job. `ids`: every memory that its plan names. Throws `lease_lost`. */
  finishConsolidation: (input: {
    jobId: string;
    worker: string;
    ids: string[];
    result: object;
    left: { memories: number; tokens: number };
    usage: UsageEntry[];
  }) => call(consolidated.array(), 'finish_consolidation', input),
  /** Memories that have to be forgotten before this one, in this order, because they say the same. */
  listToldWith: (id: string) => call(z.guid().array(), 'list_told_with', { id }),
});
