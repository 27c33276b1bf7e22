import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import { redactPage } from '../redaction/redact-metadata.ts';
import { describeReplacement } from './describe-replacement.ts';
import type { RowKind, StoredRow } from '../store/transfer.ts';

/** The columns that may contain somebody's text. */
const textColumns: Record<RowKind, string[]> = {
  tombstone: ['reason'],
  memory: ['content', 'title', 'tags', 'metadata', 'evidence', 'invalidated_reason', 'history'],
  relation: [],
  session: ['name', 'summary', 'state', 'metadata'],
  message: ['content', 'tool_calls', 'metadata'],
  topic: ['topic', 'parent_topic', 'file_paths', 'directories'],
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
  const redacted = await redactPage(texts);
  return rows.map((row, index) => {
    const before = texts[index] ?? {};
    const after = redacted[index] ?? {};
    return JSON.stringify(before) === JSON.stringify(after)
      ? row
      : { ...row, ...columnsOf(kind, row, after) };
  });
}

function columnsOf(kind: RowKind, row: StoredRow, texts: StoredRow): StoredRow {
  switch (kind) {
    case 'memory': {
      const { history, ...own } = texts;
      return { ...(history !== undefined && { history }), ...memoryColumns(row, own) };
    }
    case 'message': {
      const { texts: changed, contentHash, words, tokens } = replacement(kind, row, texts);
      return { ...changed, content_hash: contentHash, words, tokens };
    }
    case 'session': {
      const { texts: changed, summaryHash } = replacement(kind, row, texts);
      return { ...changed, ...(summaryHash !== undefined && { summary_hash: summaryHash }) };
    }
    case 'topic':
      return { ...texts, topic: cut(texts['topic']), parent_topic: cut(texts['parent_topic']) };
    case 'tombstone':
    case 'relation':
    case 'job':
    case 'usage':
      return texts;
  }
}

function memoryColumns(row: StoredRow, texts: StoredRow): StoredRow {
  const { texts: changed, contentHash, words } = replacement('memory', row, texts);
  if (Object.keys(changed).length === 0) return {};
  const vector = 'content' in changed && { vector: null, embedding_model: null };
  return { ...changed, content_hash: contentHash, words, ...vector };
}

function replacement(kind: 'memory' | 'message' | 'session', row: StoredRow, texts: StoredRow) {
  try {
    return describeReplacement(
      kind,
      { key: {}, version: '', about: row, texts: pick(row, Object.keys(texts)) },
      texts,
    );
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    throw new MemoryError('invalid_input', `${issue?.path.join('.') ?? 'row'}: ${issue?.message ?? ''}`, {
      cause: error,
    });
  }
}

const pick = (row: StoredRow, columns: string[]): StoredRow =>
  Object.fromEntries(columns.flatMap((column) => (column in row ? [[column, row[column]]] : [])));

const cut = (text: unknown): unknown => (typeof text === 'string' ? text.slice(0, longestTopic) : text);
