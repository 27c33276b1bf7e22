import { z } from 'zod';
import { strictObject } from './ask-twice.ts';
import { MemoryError } from './errors.ts';
import type { JsonSchema } from './ports.ts';
import type { Category, Metadata } from './types.ts';

export const taskStatuses = ['todo', 'doing', 'done', 'blocked'] as const;

const text = z.string().trim().min(1).max(1_000);
const mostTexts = 30;
const mostMilestones = 50;
const texts = z.array(text).max(mostTexts);
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
const status = z.enum(taskStatuses);

const milestones = z.array(
  z.object({
    title: text,
    status: status.default('todo').describe('todo, doing, done or blocked'),
    due: moment.nullable().default(null).describe('ISO 8601'),
  }),
);

/** What a category adds to a memory, in its metadata: each field with what it means. */
const fieldsOf = {
  decision: {
    rationale: text.describe('why'),
    alternatives: texts.describe('what was rejected'),
    reversible: z.boolean().describe('whether it can be taken back easily'),
  },
  plan: { milestones: milestones.max(mostMilestones).describe('in their order') },
  component: {
    filePath: text.describe('where it is'),
    interface: text.describe('how it is used'),
    dependencies: texts.describe('what it needs'),
  },
  task: {
    status: status.describe('todo, doing, done or blocked'),
    note: text.describe('what it waits for, or what came of it'),
    assignee: text.describe('who does it'),
    relatedFiles: texts.describe('paths'),
    completedAt: moment.describe('ISO 8601'),
  },
  code_knowledge: {
    symbol: text.describe('function, class or command'),
    file: text.describe('its path'),
  },
} satisfies Partial<Record<Category, z.ZodRawShape>>;

type TypedCategory = keyof typeof fieldsOf;
const isTyped = (category: Category): category is TypedCategory => category in fieldsOf;

const detailsOf = {
  decision: z.object(fieldsOf.decision).partial(),
  plan: z.object(fieldsOf.plan).partial(),
  component: z.object(fieldsOf.component).partial(),
  task: z.object(fieldsOf.task).partial(),
  code_knowledge: z.object(fieldsOf.code_knowledge).partial(),
};
/** The typed part of the metadata of a category; hosts may keep further keys besides. */
export type Details<Of extends TypedCategory> = z.output<(typeof detailsOf)[Of]>;

/** What models and trackers write for a status. */
const otherNames: Record<(typeof taskStatuses)[number], string[]> = {
  todo: ['to do', 'open', 'new', 'pending', 'planned', 'not started'],
  doing: ['in progress', 'started', 'active', 'ongoing'],
  done: ['completed', 'complete', 'finished', 'closed', 'resolved'],
  blocked: ['waiting', 'on hold', 'paused'],
};
const writtenStatus = z.preprocess((written) => {
  if (typeof written !== 'string') return written;
  const name = written
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  return taskStatuses.find((one) => otherNames[one].includes(name)) ?? name;
}, status);

/** The readable items of a list; undefined without any. A single text is a list of one. */
const readableList = (item: z.ZodType, most: number) =>
  z
    .preprocess((written) => (typeof written === 'string' ? [written] : written), z.array(z.unknown()))
    .transform((items) => items.flatMap((one) => item.safeParse(one).data ?? []).slice(0, most))
    .transform((items) => (items.length > 0 ? items : undefined));

const readableMilestone = z.preprocess(
  (written) => (typeof written === 'string' ? { title: written } : written),
  z.object({
    title: text,
    status: writtenStatus.catch('todo'),
    due: moment.nullable().catch(null),
  }),
);

/** Fields that are accepted although their form is not quite right. */
const readable: Record<string, z.ZodType> = {
  status: writtenStatus,
  alternatives: readableList(text, mostTexts),
  dependencies: readableList(text, mostTexts),
  relatedFiles: readableList(text, mostTexts),
  milestones: readableList(readableMilestone, mostMilestones),
};

/** The typed part of a memory's metadata: what cannot be read is left out, and the rest is normalised ("In Progress" is doing). */
export function readDetails<Of extends TypedCategory>(category: Of, metadata: Metadata): Details<Of>;
export function readDetails(category: Category, metadata: unknown): Metadata;
export function readDetails(category: Category, metadata: unknown): Metadata {
  const given = z.record(z.string(), z.unknown()).safeParse(metadata).data ?? {};
  if (!isTyped(category)) return {};
  return Object.fromEntries(
    Object.entries<z.ZodType>(fieldsOf[category]).flatMap(([name, field]) => {
      const { data } = (readable[name] ?? field).safeParse(given[name]);
      return data === undefined ? [] : [[name, data]];
    }),
  );
}

/** Throws `invalid_input` when a typed field of the category has the wrong form. Null removes a field, so every field accepts it. */
export function checkDetails(category: Category, metadata: Metadata): void {
  if (!isTyped(category)) return;
  const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
  const { error } = detailsOf[category].safeParse(given);
  if (error) throw new MemoryError('invalid_input', `metadata of a ${category}: ${z.prettifyError(error)}`);
}

/** Keywords that not every provider takes; the answer is checked against them nevertheless. */
const unsupported = ['default', 'minLength', 'maxLength', 'maxItems', 'format', 'pattern'];

/** What a model is told about the details of a candidate: one of the forms, or null. */
export const detailsJsonSchema: JsonSchema = {
  anyOf: [
    { type: 'null' },
    ...Object.values(fieldsOf).map((fields) => strictObject(mapFields(fields, nullable))),
  ],
  description: 'of its category, as far as they were said; null for a category without',
};

function mapFields(
  fields: z.core.$ZodShape,
  form: (field: z.core.$ZodType) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, form(field)]));
}

function nullable(field: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(z.nullable(field), {
    override({ jsonSchema }) {
      for (const keyword of unsupported) Reflect.deleteProperty(jsonSchema, keyword);
    },
  });
  return schema;
}
