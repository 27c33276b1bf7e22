import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import { redactPage } from '../redaction/redact-metadata.ts';
import { describeReplacement } from './describe-replacement.ts';
import type { RowKind, StoredRow } from '../store/stored-rows.ts';

/** The columns in which somebody's text may stand. */
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
 * The rows of a page of an export without secrets, as if they had been redacted before they were stored: hash and words follow a
 * changed text, and a memory's vector goes, to be made anew. Throws `invalid_input` for a row whose hash cannot be made.
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
    case 'message':
    case 'session': {
      const replaced = replacement(kind, row, texts);
      return kind === 'session'
        ? {
            ...replaced.texts,
            ...(replaced.summaryHash !== undefined && { summary_hash: replaced.summaryHash }),
          }
        : {
            ...replaced.texts,
            content_hash: replaced.contentHash,
            words: replaced.words,
            tokens: replaced.tokens,
          };
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
  const replaced = replacement('memory', row, texts);
  if (Object.keys(replaced.texts).length === 0) return {};
  return {
    ...replaced.texts,
    content_hash: replaced.contentHash,
    words: replaced.words,
    ...('content' in replaced.texts && { vector: null, embedding_model: null }),
  };
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
