import { storeNames } from '@devai/memory';
import { categories, memoryTypes, priorities, relationKinds, sources, trusts } from '@devai/memory/types';
import { categoryName } from '@devai/memory/store/category';
import { longestContent, memoryImportance, memoryTitle } from '@devai/memory/memory-fields';
import { metadataValues } from '@devai/memory/memory-filter';
import { z } from 'zod';
import { comingTime, time } from './parse-time.ts';

/** Fields that several requests have. Query fields come as text. */

const longestText = 20_000;

export const uuid = z.guid({ error: 'must be a UUID' });
export const byId = z.strictObject({ id: uuid });
/** Shorter in a URL, which holds less than a body. */
export const queryText = z.string().min(1).max(4_000);
export const longText = z.string().min(1).max(longestText);
export const pageLimit = z.coerce.number().int().min(1).max(200);
export const defaultReason = 'by the user over HTTP';
export const why = z
  .string()
  .min(1)
  .max(500)
  .default(defaultReason)
  .describe("the reason, for the memory's history");
export const namespaceName = z.string().max(200);

/** `true` or `false` in a query. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Memories that an answer leaves out. */
export const excluded = () => several(uuid).optional().describe('ids of memories to leave out');

/** A query field that may be given once or more often. */
export const several = <Item extends z.ZodType<string, string>>(item: Item) =>
  z.union([z.array(item).max(50), item.transform((one) => [one])], { error: whyNoneFits });

/** The error message of the alternative that the input was meant for; a union's own message says nothing about it. */
const whyNoneFits: z.core.$ZodErrorMap<z.core.$ZodIssueInvalidUnion> = ({ errors, input }) =>
  (Array.isArray(input) ? errors.at(0) : errors.at(-1))?.at(0)?.message;

export const projectName = z
  .string()
  .max(120)
  .optional()
  .describe(
    "the project whose memory is used; absent: the server's own project; empty: only global memories and the user's",
  );

/** Of a request about one memory or session, by its id. */
export const scoped = z.strictObject({
  project: projectName.describe('only if this project may read it; absent: no check'),
});

const longestMetadata = 20_000;

/** Of the library, or declared by the host, which refuses what is neither. */
const category = categoryName.describe(
  `${categories.join(', ')}, or one that the server declares (\`categories\` of GET /api/health)`,
);

/** What a memory says and where it is filed, as a request gives it. */
export const statement = z.strictObject({
  content: z.string().min(1).max(longestContent),
  title: memoryTitle,
  namespace: namespaceName,
  memoryType: z.enum(memoryTypes),
  category,
  priority: z.enum(priorities),
  importance: memoryImportance,
  tags: z.array(z.string().min(1).max(100)).max(50),
  metadata: z
    .record(z.string(), z.unknown())
    .refine((value) => JSON.stringify(value).length <= longestMetadata, {
      error: `must have at most ${longestMetadata} characters as JSON`,
    }),
});

/** The event time of a statement. */
export const heldTime = {
  holdsFrom: comingTime
    .nullable()
    .optional()
    .describe('when what it tells of begins; null: open. Both absent: what its text names'),
  holdsUntil: comingTime.nullable().optional().describe('when that is over; null: open'),
};

/** From a memory to another. */
export const relation = z.strictObject({
  kind: z.enum(relationKinds),
  to: uuid.describe('the memory that this one depends on, implements, …'),
});

function fromJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON object' });
    return z.NEVER;
  }
}

/** A statement of the user, to be stored. */
export const savedStatement = statement
  .omit({ priority: true })
  .partial()
  .extend({
    content: statement.shape.content,
    project: projectName,
    about: z
      .enum(['user', 'project'])
      .optional()
      .describe('user: it holds in every project; absent: its category and wording decide'),
    namespace: statement.shape.namespace
      .optional()
      .describe('absent: derived from `about`, project and category'),
    expiresAt: comingTime.nullable().optional().describe('when it stops being valid'),
    ...heldTime,
    reason: why,
    relations: relation.array().max(100).optional().describe('relations from this memory to others'),
  });

/** What narrows a list or a search, as a query has it. */
export const filterFields = {
  type: several(z.enum(memoryTypes)).optional(),
  category: several(category).optional(),
  priority: several(z.enum(priorities)).optional(),
  source: several(z.enum(sources)).optional(),
  tag: several(z.string().max(100)).optional(),
  metadata: z
    .union([metadataValues, z.string().max(2_000).transform(fromJson).pipe(metadataValues)], {
      error: whyNoneFits,
    })
    .optional()
    .describe('values of keys of the metadata, in a query as a JSON object; all of them'),
  namespace: several(namespaceName).optional(),
  trust: several(z.enum(trusts)).optional(),
  pinned: z.union([z.boolean(), flag]).optional(),
  archived: z.union([z.boolean(), flag]).optional().describe('true: only what consolidation archived'),
  minImportance: z.coerce.number().int().min(1).max(10).optional(),
  maxImportance: z.coerce.number().int().min(1).max(10).optional(),
  sessionId: uuid.optional(),
  since: time.optional().describe('only memories created at or after this time'),
  until: time.optional().describe('only memories created before this time'),
  holdsSince: comingTime.optional().describe('only memories that tell of a time that is not over by then'),
  holdsUntil: comingTime.optional().describe('only memories that tell of a time that begins before it'),
  fadesBefore: comingTime
    .optional()
    .describe('only memories that fade before this time unless they are used'),
  asOf: time.optional().describe('only memories that were valid at this time'),
};

export const path = z.string().min(1).max(500);
export const topicName = z.string().min(1).max(120);
export const documentPath = z.string().min(1).max(1_000);
export const line = z.coerce.number().int().min(1).max(2_147_483_647);
export const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value));
export const sharedKey = z.string().min(1).max(200);
export const sharedKeys = sharedKey
  .optional()
  .describe('a key, or the beginning of keys followed by *; absent: all keys');
export const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const numbers = z.array(z.int().min(1).max(2_147_483_647)).max(100).default([]);
export const messageNumber = z.string().regex(/^[1-9]\d{0,8}$/, { error: 'must be the number of a message' });
export const sessionItems = z.strictObject({
  pinned: z.array(uuid).max(100).default([]).describe('ids of memories'),
  excluded: z.array(uuid).max(100).default([]).describe('ids of memories'),
  hidden: numbers.describe('numbers of messages'),
});

export const stores = z
  .array(z.enum(storeNames))
  .min(1)
  .optional()
  .describe('stores to search and rank together; the only other filter allowed is the project');
