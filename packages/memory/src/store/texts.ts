import { z } from 'zod';
import type { Metadata } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { metadata } from './columns.ts';

/** Where somebody's text is stored. History comes before the memories, whose change becomes a part of it. */
export const textKinds = [
  'event',
  'memory',
  'message',
  'session',
  'document',
  'chunk',
  'shared',
  'job',
  'context',
] as const;
export type TextKind = (typeof textKinds)[number];

/** The texts of one row by their columns. `version` is another once the row was changed; `about` is what else a message is. */
const storedText = z.object({
  key: metadata,
  version: z.string(),
  about: metadata.default({}),
  texts: metadata,
});
export type StoredText = z.output<typeof storedText>;

/** Only the texts that are to be another, and what follows from all of them. */
export type TextReplacement = Omit<StoredText, 'about'> & {
  contentHash?: string;
  words?: string[];
  tokens?: number;
  summaryHash?: string;
};

const page = z.object({ rows: storedText.array(), after: metadata.nullable() });
const replaced = z.object({ replaced: z.number(), left: z.number() });

/** What somebody wrote, wherever it is stored. */
export const textMethods = (call: CallFunction) => ({
  /** A page of rows with their texts; `after` asks for the next one, null when there is none. At most 1,000 rows. */
  listTexts: (kind: TextKind, after: Metadata | null, limit: number) =>
    call(page, 'list_texts', { kind, after, limit }),
  /** Replaces the texts of rows that were not changed since, in one transaction; the others are left, and so is a running job. */
  replaceTexts: (kind: TextKind, rows: TextReplacement[]) => call(replaced, 'replace_texts', { kind, rows }),
});
