import { z } from 'zod';
import { messageRoles, messageTypes } from '../types.ts';

const entrySchema = z.object({
  session: z.object({ id: z.uuid(), project: z.string().nullable(), agent: z.string() }),
  messages: z.array(
    z.object({
      id: z.uuid(),
      role: z.enum(messageRoles),
      type: z.enum(messageTypes),
      content: z.string(),
      toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
      toolCallId: z.string().nullable(),
      pinned: z.boolean(),
      metadata: z.record(z.string(), z.unknown()),
      tokens: z.int(),
      contentHash: z.string(),
      words: z.array(z.string()),
      createdAt: z.coerce.date(),
    }),
  ),
});

export type JournalEntry = z.output<typeof entrySchema>;

/** Throws if the line is malformed. */
export const parseEntry = (line: string): JournalEntry => entrySchema.parse(JSON.parse(line));
