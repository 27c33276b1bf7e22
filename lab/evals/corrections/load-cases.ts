import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { categories } from '../../../packages/memory/src/types.ts';
import { languages, type splits } from '../recall/eval-data.ts';

/**
 * What a user's message does to what they stated earlier. `corrections` and `confirmations` ("yes, that's right") change
 * it; `negatives` do not, although a model takes them for a change. `updates` change it in other words. `noops` are
 * dropped by a model as known, some of them wrongly. `both`: a model takes two statements for one, some of them rightly.
 */
export const kinds = ['corrections', 'confirmations', 'negatives', 'updates', 'noops', 'both'] as const;
export type Kind = (typeof kinds)[number];

const text = z.string().min(1);
const given = z.strictObject({
  language: z.enum(languages),
  heldOut: z.boolean(),
  /** The conversation before the user's message. */
  before: z.array(z.strictObject({ role: z.enum(['user', 'assistant', 'tool']), content: text })).default([]),
  /** The user's message; by default the candidate itself. */
  said: text.optional(),
  stored: text,
  candidate: text,
  /** What stays true of the stored statement, with the correction. */
  merged: text.nullable().default(null),
  category: z.enum(categories).default('other'),
  about: z.enum(['user', 'project']).default('project'),
  /** What is special about a correction, an update or a negative. */
  kind: text.optional(),
  why: text.optional(),
  /** What of a noop would be lost, or that it is right. */
  lost: text.optional(),
  right: z.literal(true).optional(),
  /** The candidate changes a part of the stored statement. */
  change: z.literal(true).optional(),
});
type Given = z.output<typeof given>;

/** What a careful model answers: whether the candidate changes the stored statement, and whether the user said it. */
export type Answers = { stored: 'yes' | 'same' | 'no'; said: 'yes' | 'no' };

export type CorrectionCase = Pick<
  Given,
  'language' | 'before' | 'stored' | 'candidate' | 'merged' | 'category' | 'about'
> & {
  id: string;
  kind: Kind;
  /** What is special about it. */
  note: string;
  split: (typeof splits)[number];
  said: string;
  answers: Answers;
};

/** Reads the cases of all kinds. Throws with the file that has another form. */
export const loadCases = (): CorrectionCase[] => kinds.flatMap(casesOf);

function casesOf(kind: Kind): CorrectionCase[] {
  const written: unknown = JSON.parse(readFileSync(join(import.meta.dirname, `${kind}.json`), 'utf8'));
  const parsed = z.array(given).safeParse(written);
  if (!parsed.success) throw new Error(`${kind}.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data.map((one, index) => {
    const { language, before, stored, candidate, merged, category, about, said = candidate } = one;
    return {
      id: `${kind}-${index + 1}`,
      kind,
      note: noteOf(kind, one),
      split: one.heldOut ? 'held_out' : 'tuning',
      ...{ language, before, said, stored, candidate, merged, category, about },
      answers: { stored: changes(kind, one), said: kind === 'negatives' ? 'no' : 'yes' },
    };
  });
}

function noteOf(kind: Kind, { kind: note, why, lost, right, change }: Given): string {
  if (kind === 'both') return change ? 'change' : 'no change';
  return right ? 'known' : (note ?? why ?? lost ?? '');
}

function changes(kind: Kind, { lost = '', right, change }: Given): Answers['stored'] {
  if (kind === 'noops') return right ? 'same' : ['value', 'negation'].includes(lost) ? 'yes' : 'no';
  return kind === 'both' && !change ? 'no' : 'yes';
}
