import { z } from 'zod';
import { parseJson } from '../text/read-json.ts';
import { onlyUser } from '../users.ts';
import { messageRecord } from '../store/messages.ts';

const entrySchema = z.object({
  session: z.object({
    id: z.uuid(),
    project: z.string().nullable(),
    agent: z.string(),
    /** Entries of older versions name none. */
    user: z.string().default(onlyUser),
  }),
  messages: messageRecord
    .omit({ sessionId: true, project: true, number: true, marks: true })
    .extend({ words: z.array(z.string()) })
    .array(),
});

export type JournalEntry = z.output<typeof entrySchema>;

/** The session that a line of the journal is of; null for a malformed line. */
export const sessionOfEntry = (line: string): JournalEntry['session'] | null =>
  entrySchema.safeParse(parseJson(line)).data?.session ?? null;

/** Throws if the line is malformed. */
export const parseEntry = (line: string): JournalEntry => entrySchema.parse(JSON.parse(line));
