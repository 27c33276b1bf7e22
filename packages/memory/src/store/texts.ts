import { z } from 'zod';
import type { Metadata } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { metadata } from './columns.ts';

/** The kinds of rows that hold texts of users. History comes before the memories, because changing a memory adds to its history. */
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

/** The texts of one row by their columns. `version` changes with the row; `about` holds the other fields of a message. */
const storedText = z.object({
  key: metadata,
  version: z.string(),
  about: metadata.default({}),
  texts: metadata,
});
export type StoredText = z.output<typeof storedText>;

/** The texts that are replaced, and the values derived from all texts of the row. */
export type TextReplacement = Omit<StoredText, 'about'> & {
  contentHash?: string;
  words?: string[];
  tokens?: number;
  summaryHash?: string;
};

const page = z.object({ rows: storedText.array(), after: metadata.nullable() });
const replaced = z.object({ replaced: z.number(), left: z.number() });

/** Texts of users, wherever they are stored. */
export const textMethods = (call: CallFunction) => ({
  /** Returns a page of rows with their texts, at most 1,000. `after` asks for the next page; null: there is none. */
  listTexts: (kind: TextKind, after: Metadata | null, limit: number) =>
    call(page, 'list_texts', { kind, after, limit }),
  /** Replaces the texts of rows that did not change since they were read, in one transaction. Running jobs are left alone, too. */
  replaceTexts: (kind: TextKind, rows: TextReplacement[]) => call(replaced, 'replace_texts', { kind, rows }),
});
