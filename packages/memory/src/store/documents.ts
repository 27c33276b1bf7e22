import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import { moment } from './columns.ts';

/** A file or page that was ingested. */
export const documentRecord = z.object({
  id: z.guid(),
  project: z.string().nullable().describe('the project that it belongs to; null: every project reads it'),
  path: z.string().describe('its name: a relative path, or the address of a page'),
  title: z.string(),
  kind: z.string(),
  sourceHash: z
    .string()
    .nullable()
    .describe('SHA-256 of the bytes that it was read from; null while it is being ingested'),
  bytes: z.int().describe('size of the file that it was read from'),
  chunkCount: z.int(),
  tokens: z.int(),
  createdAt: moment,
  updatedAt: moment,
});
/** A file or page that was ingested. */
export type DocumentRecord = z.output<typeof documentRecord>;

export const chunkRecord = z.object({
  id: z.guid(),
  documentId: z.guid(),
  number: z.int().describe('its place in the document, from 1'),
  headings: z.string().array().describe('the headings above it, outermost first'),
  content: z.string(),
  firstLine: z.int(),
  lastLine: z.int(),
  tokens: z.int(),
});
/** A part of a document's text. The contents in their order are the text. */
export type ChunkRecord = z.output<typeof chunkRecord>;

/** A chunk as it is stored. */
export type NewChunk = Omit<ChunkRecord, 'id' | 'documentId'> & {
  contentHash: string;
  words: string[];
};

export const chunkMatch = z.object({
  chunk: chunkRecord,
  document: documentRecord.pick({ id: true, path: true, title: true, project: true }),
  /** As in `Match`. */
  similarity: z.number().nullable(),
  wordShare: z.number().nullable(),
  /** How many chunks were searched. */
  searched: z.number(),
});
export type ChunkMatch = z.output<typeof chunkMatch>;

const begun = z.object({ id: z.string(), version: z.int(), hashes: z.string().array() });
const finished = z.object({ document: documentRecord, removed: z.int() });
const read = z.object({ document: documentRecord, chunks: chunkRecord.array() });

/** Documents and their chunks. */
export const documentMethods = (call: CallFunction) => ({
  /**
   * Begins to ingest a document, which is created if it does not exist. `hashes`: those of its chunks. Ends another ingestion of it. Throws
   * `invalid_input` when the project would have more than `mostChunks`.
   */
  beginDocument: (document: {
    project: string | null;
    path: string;
    title: string;
    kind: string;
    bytes: number;
    chunks: number;
    mostChunks: number;
  }) => call(begun, 'begin_document', document),
  /** Stores chunks; for chunks that already exist, only their places. Throws `conflict` when another ingestion began since. */
  putChunks: (documentId: string, version: number, chunks: NewChunk[]) =>
    call(z.null(), 'put_chunks', { documentId, version, chunks }),
  /** Ends an ingestion and removes the chunks of earlier ones. Throws as `putChunks`. */
  finishDocument: (id: string, version: number, sourceHash: string) =>
    call(finished, 'finish_document', { id, version, sourceHash }),
  /** Sorted by path, after the document with the id `after`; project '': those without a project; `projects` null: all. */
  listDocuments: (query: {
    projects: string[] | null;
    path: string | null;
    after: string | null;
    limit: number;
  }) => call(documentRecord.array(), 'list_documents', query),
  /** The chunks that touch some lines, in order, as many as `tokens` allow, but at least one. Null if the document does not exist. */
  readDocument: (id: string, { first, last, tokens }: { first: number; last: number; tokens: number }) =>
    call(read.nullable(), 'read_document', { id, first, last, tokens }),
  /** Deletes a document, and its texts in stored contexts. Null if it does not exist. */
  deleteDocument: (id: string) => call(documentRecord.nullable(), 'delete_document', { id }),
  /** `limit` chunks each of the nearest by cosine, of the word matches, and of the best by both. */
  matchChunks: (query: {
    vector: number[] | null;
    embeddingModel: string | null;
    words: string[];
    scopes: string[];
    limit: number;
  }) => call(chunkMatch.array(), 'match_chunks', query),
});
