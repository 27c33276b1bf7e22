import { z } from 'zod';
import { readTime } from '../../sessions/posted-time.ts';
import type { Found, Origin, Statement } from '../found.ts';

export const text = z.string().refine((written) => written.trim() !== '');
/** An id, which some stores write as a number. */
export const id = z.union([z.string(), z.number()]).nullish();
export const time = z.union([z.string(), z.number()]).nullish();
export const object = z.record(z.string(), z.unknown());

export const idOf = (written: z.output<typeof id>): string | null => {
  const name = String(written ?? '').trim();
  return name === '' ? null : name;
};
export const timeOf = (written: z.output<typeof time>): Date | null =>
  written === undefined || written === null || written === '' ? null : readTime(written);

export const statement = (
  given: Origin & Pick<Statement, 'form' | 'text'> & Partial<Statement>,
): Found & { kind: 'statement' } => ({
  kind: 'statement',
  ...{ id: null, owner: null, saidAt: null, tags: [] },
  ...given,
});
export const refused = (at: Origin, reason: string): Found => ({ kind: 'refused', ...at, reason });
export const leftOut = (at: Origin, reason: string): Found => ({ kind: 'left_out', ...at, reason });

/** Reads one entry of a form; null: it is none of this form. */
export type EntryReader = (value: unknown, at: Origin) => Iterable<Found> | null;
