import { sharedEntry } from '@devai/memory/store/shared';
import { z } from 'zod';

/** A value that an agent, or a program, shared. */
export const shownShared = sharedEntry.meta({ id: 'SharedEntry' });
export type ShownShared = z.infer<typeof shownShared>;

export const sharedPage = z.object({
  entries: z.array(shownShared).describe('in the order in which they were published'),
  next: z.int().describe('pass it as `after` to read on'),
});

/** A line of a watched stream; without an entry it only says that the connection is alive. */
export const sharedLine = z.object({ entry: shownShared.nullable() });
