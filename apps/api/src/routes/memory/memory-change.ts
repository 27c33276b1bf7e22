import { categories, memoryTypes, priorities } from '@devai/memory';
import { z } from 'zod';
import { comingTime } from '../../protocol/parse-time.ts';
import { namespaceName, why } from './fields.ts';

const longestMetadata = 20_000;

/** What a memory says and where it is filed, as a request gives it. */
export const statement = z.strictObject({
  content: z.string().min(1).max(2_000),
  title: z.string().min(1).max(200),
  namespace: namespaceName,
  memoryType: z.enum(memoryTypes),
  category: z.enum(categories),
  priority: z.enum(priorities),
  importance: z.int().min(1).max(10),
  tags: z.array(z.string().min(1).max(100)).max(50),
  metadata: z
    .record(z.string(), z.unknown())
    .refine((value) => JSON.stringify(value).length <= longestMetadata, {
      error: `must have at most ${longestMetadata} characters as JSON`,
    }),
});

const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

export const memoryChange = statement.partial().extend({
  title: statement.shape.title.nullable().optional(),
  pinned: z.boolean().optional(),
  expiresAt: comingTime.nullable().optional(),
  updatedAt: moment
    .optional()
    .describe('as it was read: refused with conflict when the memory was changed since'),
  reason: why,
});
