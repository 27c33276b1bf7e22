import { chunkRecord, documentRecord } from '@devai/memory/store/documents';
import { z } from 'zod';
import { progressOf } from './upkeep.ts';

/** Size in bytes of the largest file that is accepted. */
export const largestDocument = 50 * 2 ** 20;

/** A file or page that was ingested, as people and programs see it. */
export const shownDocument = documentRecord.meta({ id: 'Document' });
export type ShownDocument = z.infer<typeof shownDocument>;

/** A page of a list. */
export const documentPage = z.object({
  documents: z.array(shownDocument).describe('sorted by path'),
  next: z.guid().nullable().describe('pass it as `after` to get the next page; null: this was the last'),
});

/** A part of a document's text, as it is searched and put into prompts. */
const shownChunk = chunkRecord.omit({ id: true, documentId: true }).meta({ id: 'Chunk' });

/** Lines of a document. */
export const documentPassage = z.object({
  document: shownDocument,
  text: z.string(),
  firstLine: z.int(),
  lastLine: z.int(),
  nextLine: z.int().nullable().describe('the line to continue from; null at the end'),
  chunks: z.array(shownChunk).describe('the whole chunks that these lines belong to, in order'),
});

/** What an ingestion did. */
export const ingested = z.object({
  document: shownDocument,
  action: z.enum(['added', 'updated', 'unchanged']),
  added: z.int().describe('new chunks'),
  removed: z.int().describe('chunks that it no longer has'),
});
export type Ingested = z.infer<typeof ingested>;

/** A line of the answer to an ingestion. */
export const ingestLine = progressOf(ingested);

/** A document that was deleted. */
export const deletedDocument = z.object({ deleted: z.boolean(), document: shownDocument.nullable() });
