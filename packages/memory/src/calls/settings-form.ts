import { schemaProblem } from '@devai/db';
import { z } from 'zod';
import { callback } from '../fields/fields.ts';
import { extractionInstructions } from '../fields/extraction-instructions.ts';
import { ownCategories } from '../fields/own-categories.ts';
import { openAIClient } from '../openai-client.ts';
import { defaultOptions } from '../options.ts';

/** A port of the host, which has these methods. */
export const withMethods = (...names: string[]) =>
  z.custom<object>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      names.every((name) => typeof Reflect.get(value, name) === 'function'),
    { error: `needs the methods ${names.join(', ')}` },
  );
export const embedder = withMethods('embed').and(
  z.looseObject({
    id: z.string().regex(/^[^\0]+$/, { error: 'needs a name' }),
    dimensions: z.int(),
    maxBatch: z.int().min(1),
    thresholds: z.looseObject({ retrieval: z.number(), noiseFloor: z.number() }),
  }),
);
export const log = withMethods('debug', 'info', 'warn', 'error').optional();
/** The name of a schema of a database. */
export const schemaName = z.string().superRefine((name, context) => {
  const problem = schemaProblem(name);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});
export const httpAddress = z.url({ protocol: /^https?$/, error: 'needs an http:// or https:// address' });

const mapValues = <Value, Result>(of: Record<string, Value>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));

const figure = z.number().min(0);
/** Figures of a stage; one whose default is null may be null. */
const optionsOf = (stage: Record<string, number | null>) =>
  z
    .strictObject(mapValues(stage, (value) => (value === null ? figure.nullish() : figure.optional())))
    .optional();

/** What `createMemory` takes. */
export const settingsForm = z
  .strictObject({
    store: z.string().min(1).optional(),
    database: withMethods('call', 'close').optional(),
    openai: openAIClient.optional(),
    embeddings: embedder.optional(),
    otherEmbeddings: embedder.array().optional(),
    models: z.strictObject({ small: withMethods('generate').or(callback()).nullable() }).nullish(),
    prices: z
      .record(z.string(), z.strictObject({ input: z.number(), cached: z.number(), output: z.number() }))
      .optional(),
    clock: withMethods('now').optional(),
    timeZone: z
      .string()
      .refine(isTimeZone, { error: 'needs the IANA name of a time zone, such as Europe/Berlin' })
      .optional(),
    promptFiles: z.string().array().optional(),
    categories: ownCategories.optional(),
    extraction: z.strictObject({ instructions: extractionInstructions.optional() }).optional(),
    sources: z.looseObject({ id: z.string() }).and(withMethods('search')).array().optional(),
    beforeStore: callback().optional(),
    log,
    options: z.strictObject(mapValues(defaultOptions, optionsOf)).optional(),
    focusFile: z.strictObject({ path: z.string(), project: z.string().nullable() }).nullish(),
    memoryFile: z.strictObject({ path: z.string(), project: z.string().nullable() }).nullish(),
    journal: z.strictObject({ folder: z.string(), processId: z.int() }).nullish(),
    users: z.enum(['one', 'many']).optional(),
  })
  .refine(({ memoryFile, users }) => !memoryFile || users !== 'many', {
    error: 'must not be set with users: many, because it shows what is known about one person',
    path: ['memoryFile'],
  })
  .refine(({ store, database }) => (store === undefined) !== (database === undefined), {
    error:
      'needs one of the two: where the memory is kept (a folder, or the address of a Postgres server), or an open database',
    path: ['store'],
  });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
