import { z } from 'zod';
import { memoryTypes, priorities, sources, trusts } from '../types.ts';
import { categoryName } from '../store/category.ts';
import { flag, id, moment } from './fields.ts';
import { memoryImportance } from './memory-fields.ts';

/** Values of metadata by their keys. */
export const metadataValues = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .refine((values) => Object.keys(values).length > 0, { error: 'needs a key' });

/** What narrows a list or a search. */
export const memoryFilter = z.strictObject({
  types: z.enum(memoryTypes).array().optional(),
  categories: categoryName.array().optional(),
  /** Any of them. */
  tags: z.string().array().optional(),
  /** All of these keys of the metadata, with these values. */
  metadata: metadataValues.optional(),
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
/** Narrows which memories are listed, searched or recalled. */
export type MemoryFilter = z.input<typeof memoryFilter>;
