import { z } from 'zod';

export { idKinds, type IdKind } from '@devai/memory/store/ids';

/** The beginning of an id, long enough to search for. */
export const idBeginning = z
  .string()
  .regex(/^[0-9a-f]{6,8}$|^[0-9a-f]{8}-[0-9a-f-]{0,27}$/, 'must be the first 6 characters of an id, or more');

export const mostIdMatches = 20;

/** The matching ids, each with a text to recognise it by. */
export const idMatches = z.object({
  matches: z
    .array(z.object({ id: z.guid(), title: z.string() }))
    .describe(`in the order of the ids, at most ${mostIdMatches}`),
});
