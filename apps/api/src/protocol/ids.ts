import { z } from 'zod';

/** What an id can be of. */
export const idKinds = ['memory', 'job', 'session'] as const;
export type IdKind = (typeof idKinds)[number];

/** Enough of an id to be looked for. */
export const idBeginning = z
  .string()
  .regex(/^[0-9a-f]{6,8}$|^[0-9a-f]{8}-[0-9a-f-]{0,27}$/, 'must be the first 6 characters of an id, or more');

export const mostIdMatches = 20;

/** The ids that begin so, with what tells one from another. */
export const idMatches = z.object({
  matches: z
    .array(z.object({ id: z.guid(), title: z.string() }))
    .describe(`in the order of the ids, at most ${mostIdMatches}`),
});
