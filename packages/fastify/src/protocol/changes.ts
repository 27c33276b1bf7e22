import { z } from 'zod';

/** Something that a user's memory holds has changed. */
const change = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('memory_saved').describe('stored, or changed by what was said later'),
      id: z.guid(),
    }),
    z.object({ type: z.literal('memory_forgotten'), id: z.guid() }),
    z.object({ type: z.literal('focus_changed') }),
  ])
  .meta({ id: 'Change' });

export type Change = z.infer<typeof change>;

/** A line of a watched stream; without a change it only says that the connection is alive. */
export const changeLine = z.object({ change: change.nullable() });
