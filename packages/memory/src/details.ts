import { z } from 'zod';
import { strictObject } from './ask-twice.ts';
import { MemoryError } from './errors.ts';
import type { JsonSchema } from './ports.ts';
import type { Category, KnownCategory, Metadata } from './types.ts';

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
    status: status.default('todo'),
    due: moment.nullable().default(null),
  }),
);

/** What a category adds to a memory, in its metadata. */
const fieldsOf = {
  decision: {
    rationale: text,
    /** What was rejected. */
    alternatives: texts,
    /** Whether it can be taken back easily. */
    reversible: z.boolean(),
  },
  plan: { milestones: milestones.max(mostMilestones) },
  component: {
    filePath: text,
    /** How it is used. */
    interface: text,
    dependencies: texts,
  },
  task: {
    status,
    /** What it waits for, or what came of it. */
    note: text,
    assignee: text,
    relatedFiles: texts,
    completedAt: moment,
  },
  code_knowledge: {
    /** A function, class or command. */
    symbol: text,
    file: text,
  },
} satisfies Partial<Record<KnownCategory, z.ZodRawShape>>;

type TypedCategory = keyof typeof fieldsOf;
const isTyped = (category: Category): category is TypedCategory => Object.hasOwn(fieldsOf, category);

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
  reversible: z.union([z.boolean(), z.stringbool()]),
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

const nullable = (type: string): JsonSchema => ({ type: [type, 'null'] });
const nullableTexts: JsonSchema = { ...nullable('array'), items: { type: 'string' } };
const nullableStatus: JsonSchema = { ...nullable('string'), enum: [...taskStatuses, null] };

/** The fields that a model is asked for: those that conversations tell. When a task was done follows from the message that says so. */
const askedOf: { [Of in TypedCategory]?: { [Field in keyof (typeof fieldsOf)[Of]]?: JsonSchema } } = {
  decision: { rationale: nullable('string'), alternatives: nullableTexts },
  plan: {
    milestones: {
      ...nullable('array'),
      items: strictObject({
        title: { type: 'string' },
        status: nullable('string'),
        due: nullable('string'),
      }),
    },
  },
  component: { filePath: nullable('string') },
  task: {
    status: nullableStatus,
    note: nullable('string'),
    assignee: nullable('string'),
    relatedFiles: nullableTexts,
  },
};

/** The schema of a candidate's details that a model is shown: the form of one category, or null. Their names say what they are. */
export const detailsJsonSchema: JsonSchema = {
  anyOf: [{ type: 'null' }, ...Object.values(askedOf).map(strictObject)],
};
