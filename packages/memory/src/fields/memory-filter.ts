import { z } from 'zod';
import { categories, memoryTypes, priorities, sources, trusts } from '../types.ts';
import { flag, id, moment } from './fields.ts';
import { memoryImportance } from './memory-fields.ts';

/** What narrows a list or a search. */
export const memoryFilter = z.strictObject({
  types: z.enum(memoryTypes).array().optional(),
  categories: z.enum(categories).array().optional(),
  tags: z.string().array().optional(),
  sources: z.enum(sources).array().optional(),
  priorities: z.enum(priorities).array().optional(),
  trusts: z.enum(trusts).array().optional(),
  pinned: flag,
  /** Only what consolidation archived. */
  archived: flag,
  minImportance: memoryImportance.optional(),
  maxImportance: memoryImportance.optional(),
  sessionId: id.optional(),
  /** Created at or after. */
  since: moment.optional(),
  /** Created before. */
  until: moment.optional(),
  /** With an event time that is not over by then. */
  holdsSince: moment.optional(),
  /** With an event time that begins before. */
  holdsUntil: moment.optional(),
  /** What fades before that moment, unless it is used. */
  fadesBefore: moment.optional(),
  /** Memories that were valid at that moment. */
  asOf: moment.optional(),
});
export type MemoryFilter = z.input<typeof memoryFilter>;
