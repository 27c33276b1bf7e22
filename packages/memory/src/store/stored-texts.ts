import type { Metadata } from '../types.ts';
import type { StoredRow } from './stored-rows.ts';

/** Where somebody's text is stored. History comes before the memories, whose change becomes a part of it. */
export const textKinds = ['event', 'memory', 'message', 'session', 'job'] as const;
export type TextKind = (typeof textKinds)[number];

/** The texts of one row by their names. `version` changes when one of them does; `about` is what else a message is. */
export type StoredText = { key: StoredRow; version: string; about: Metadata; texts: Metadata };
/** Only the texts that are to be another, and what follows from all of them. */
export type TextReplacement = Omit<StoredText, 'about'> & {
  contentHash?: string;
  words?: string[];
  tokens?: number;
  summaryHash?: string;
};

export type TextStore = {
  /** A page of rows with their texts; `after` asks for the next one, null when there is none. At most 1,000 rows. */
  listTexts(
    kind: TextKind,
    after: StoredRow | null,
    limit: number,
  ): Promise<{ rows: StoredText[]; after: StoredRow | null }>;
  /** Replaces the texts of rows that are still the same, in one transaction; the others are left, and so is a running job. */
  replaceTexts(kind: TextKind, rows: TextReplacement[]): Promise<{ replaced: number; left: number }>;
};
