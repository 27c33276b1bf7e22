import { z } from 'zod';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { describeReplacement } from './describe-replacement.ts';
import { refusal } from './imported-row.ts';
import type { RowKind, StoredRow } from '../store/transfer.ts';

/** The columns that may contain somebody's text. */
const textColumns: Record<RowKind, string[]> = {
  tombstone: ['reason'],
  project: ['name', 'workspace_path', 'description'],
  memory: ['content', 'title', 'tags', 'metadata', 'evidence', 'invalidated_reason', 'history'],
  relation: [],
  session: ['name', 'summary', 'gist', 'state', 'metadata'],
  message: ['content', 'tool_calls', 'metadata'],
  topic: ['topic', 'parent_topic', 'file_paths', 'directories'],
  document: ['path', 'title'],
  chunk: ['headings', 'content'],
  shared_tombstone: [],
  shared: ['key', 'value'],
  job: ['payload', 'result', 'error'],
  usage: [],
};
const longestTopic = 120;

/**
 * Redacts the rows of a page of an export. A changed text gets a new hash and new words, and a changed memory loses its vector, to
 * be embedded again. Throws `invalid_input` for a row with columns of the wrong type.
 */
export async function redactRows(kind: RowKind, rows: StoredRow[]): Promise<StoredRow[]> {
  const texts = rows.map((row) => pick(row, textColumns[kind]));
  const redacted = await Promise.all(texts.map(redactMetadata));
  return rows.map((row, index) => {
    const before = texts[index] ?? {};
    const after = redacted[index] ?? {};
    return JSON.stringify(before) === JSON.stringify(after)
      ? row
      : { ...row, ...columnsOf(kind, row, before, after) };
  });
}

function columnsOf(kind: RowKind, row: StoredRow, before: StoredRow, after: StoredRow): StoredRow {
  if (kind === 'topic') {
    return { ...after, topic: cut(after['topic']), parent_topic: cut(after['parent_topic']) };
  }
  if (kind !== 'memory' && kind !== 'message' && kind !== 'session' && kind !== 'chunk') return after;
  const { history, ...texts } = after;
  const { texts: changed, contentHash, summaryHash, ...derived } = replacement(kind, row, before, texts);
  return {
    ...(history !== undefined && { history }),
    ...changed,
    ...(Object.keys(changed).length > 0 && {
      ...(contentHash !== undefined && { content_hash: contentHash }),
      ...(summaryHash !== undefined && { summary_hash: summaryHash }),
      ...derived,
    }),
    ...(kind === 'memory' && 'content' in changed && { vector: null, embedding_model: null }),
  };
}

function replacement(...[kind, row, before, after]: Parameters<typeof describeReplacement>) {
  try {
    return describeReplacement(kind, row, before, after);
  } catch (error) {
    throw error instanceof z.ZodError ? refusal(error) : error;
  }
}

const pick = (row: StoredRow, columns: string[]): StoredRow =>
  Object.fromEntries(columns.flatMap((column) => (column in row ? [[column, row[column]]] : [])));

const cut = (text: unknown): unknown => (typeof text === 'string' ? text.slice(0, longestTopic) : text);
