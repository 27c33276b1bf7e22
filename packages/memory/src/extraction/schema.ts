import { z } from 'zod';
import { strictObject } from '../ask-twice.ts';
import { detailsJsonSchema } from '../details.ts';
import { categories, memoryTypes, priorities, relationKinds, sources } from '../types.ts';
import { gistJsonSchema, rawGist } from './gist.ts';

/** A message's number, also in the form of the transcript: `#12`. */
const messageNumber = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value.replace('#', '')) : value),
  z.int(),
);

/** The zone in which a day or time is over last: a date without a zone holds until it is over everywhere. */
const lastZone = '-12:00';
const endOfDay = (date: string): string => `${date}T23:59:59${lastZone}`;
const withZone = (time: string): string =>
  /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) ? time : `${time}${lastZone}`;

/** One candidate as a model writes it. Missing fields have defaults; an invalid one makes only that candidate malformed. */
export const rawCandidate = z.object({
  content: z.string().trim().min(1),
  title: z.string().trim().nullish(),
  type: z.enum(memoryTypes).catch('semantic'),
  category: z.enum(categories).catch('other'),
  namespace: z.string().catch(''),
  source: z.enum(sources).catch('discovery'),
  priority: z.enum(priorities).catch('low'),
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
  /** Each relation is read separately, so an invalid one spoils neither the others nor the candidate. */
  relations: z.array(z.unknown()).catch([]),
  evidence: z.array(messageNumber).min(1),
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

/** The schema of one candidate that the model is shown. */
export const candidateJsonSchema = strictObject({
  content: { type: 'string', description: 'one self-contained statement, at most 200 characters' },
  title: { type: 'string', description: 'two to six words' },
  type: { type: 'string', enum: [...memoryTypes] },
  category: { type: 'string', enum: [...categories] },
  namespace: { type: 'string', description: 'where it is filed, for example devai/user/preferences' },
  source: { type: 'string', enum: ['user_stated', 'error_resolution', 'pattern', 'discovery'] },
  priority: { type: 'string', enum: [...priorities] },
  importance: { type: 'integer', description: '1 to 10' },
  tags: { type: 'array', items: { type: 'string' } },
  details: detailsJsonSchema,
  expires_at: {
    type: ['string', 'null'],
    description: 'ISO 8601: until when it holds, where that was said; else null',
  },
  relations: {
    type: 'array',
    items: strictObject({
      kind: { type: 'string', enum: [...relationKinds] },
      to: { type: 'string', description: 'number of a known memory ("k3"), or of one of this answer ("m2")' },
    }),
  },
  evidence: {
    type: 'array',
    items: { type: 'integer' },
    description: 'numbers of the messages it is from',
  },
});

export const extractionJsonSchema = strictObject({
  memories: { type: 'array', items: candidateJsonSchema },
  session: gistJsonSchema,
});
