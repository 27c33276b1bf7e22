import { z } from 'zod';
import { strictObject } from '../ask-twice.ts';
import { detailsJsonSchema } from '../details.ts';
import type { OwnCategories } from '../store/category.ts';
import {
  categories,
  memoryTypes,
  priorities,
  relationKinds,
  sources,
  type Priority,
  type Source,
} from '../types.ts';
import { nameIn } from '../text/fit-to-schema.ts';
import { gistJsonSchema, rawGist } from './gist.ts';

/** The zone in which a day or time is over last: a date without a zone holds until it is over everywhere. */
const lastZone = '-12:00';
const endOfDay = (date: string): string => `${date}T23:59:59${lastZone}`;
const withZone = (time: string): string =>
  /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) ? time : `${time}${lastZone}`;

/** A day or a time. */
const time = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** One candidate as a model writes it. Missing fields have defaults; an invalid one makes only that candidate malformed. */
const candidateForm = z.object({
  content: z.string().trim().min(1),
  title: z.string().trim().nullish(),
  type: z.enum(memoryTypes).catch('semantic'),
  category: z.string().catch('other'),
  namespace: z.string().catch(''),
  source: z.enum(sources).nullish().catch(null),
  /** Models are not asked for it: it follows from the source. */
  priority: z.string().nullish().catch(null),
  importance: z.number().min(1).max(10).transform(Math.round).nullish().catch(null),
  tags: z.array(z.string()).catch([]),
  details: z.record(z.string(), z.unknown()).nullish().catch(null),
  expires_at: z
    .union([
      z.iso.date().transform(endOfDay),
      z.iso.datetime({ offset: true, local: true }).transform(withZone),
    ])
    .transform((text) => new Date(text))
    .nullish()
    .catch(null),
  holds_from: time.nullish().catch(null),
  holds_until: time.nullish().catch(null),
  /** Each relation is read separately, so an invalid one spoils neither the others nor the candidate. */
  relations: z.array(z.unknown()).catch([]),
  /** Each number is read separately, so an invalid one spoils neither the others nor the candidate. */
  evidence: z
    .array(z.int().nullable().catch(null))
    .transform((numbers) => numbers.filter((number) => number !== null))
    .pipe(z.array(z.int()).min(1)),
});

const usualPriority: Record<Source, Priority> = {
  user_stated: 'highest',
  error_resolution: 'high',
  pattern: 'medium',
  discovery: 'low',
  compaction: 'low',
  consolidation: 'low',
  import: 'low',
};

/** `isClaimed`: the user may have said it. A source or priority that cannot be read says nothing against it. */
export const rawCandidate = candidateForm.transform(({ source: given, priority: written, ...raw }) => {
  const source = given ?? 'discovery';
  const named = nameIn(priorities, written ?? '');
  const isUnread = (given ?? null) === null || (typeof written === 'string' && named === undefined);
  const priority = named ?? usualPriority[source];
  return {
    ...raw,
    source,
    priority,
    isClaimed: isUnread || source === 'user_stated' || priority === 'highest',
  };
});
export type RawCandidate = z.infer<typeof rawCandidate>;

/**
 * The whole answer: without a list of memories it is malformed and never means "nothing to remember". `session`: null
 * if nothing was worked on, undefined if it cannot be read.
 */
export const extractionAnswer = z.object({
  memories: z.array(z.unknown()),
  session: rawGist.nullish().catch(undefined),
});

const text = { type: 'string' };
/** Whether a candidate takes the place of a memory is decided afterwards, with the memories like it. */
const askedRelations = relationKinds.filter((kind) => kind !== 'supersedes');

/** The schema of one candidate that the model is shown. The instructions say what the fields mean. */
export const candidateJsonSchema = (own: OwnCategories) =>
  strictObject({
    content: text,
    title: text,
    type: { ...text, enum: [...memoryTypes] },
    category: { ...text, enum: [...categories, ...Object.keys(own)] },
    namespace: text,
    source: { ...text, enum: ['user_stated', 'error_resolution', 'pattern', 'discovery'] },
    importance: { type: 'integer' },
    tags: { type: 'array', items: text },
    details: detailsJsonSchema,
    expires_at: { type: ['string', 'null'] },
    holds_from: { type: ['string', 'null'] },
    holds_until: { type: ['string', 'null'] },
    relations: { type: 'array', items: strictObject({ kind: { ...text, enum: askedRelations }, to: text }) },
    evidence: { type: 'array', items: { type: 'integer' } },
  });

export const extractionJsonSchema = (own: OwnCategories) =>
  strictObject({
    memories: { type: 'array', items: candidateJsonSchema(own) },
    session: gistJsonSchema,
  });
