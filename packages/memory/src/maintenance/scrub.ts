import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { describeReplacement } from './describe-replacement.ts';
import { pagesOf } from './pages-of.ts';
import type { Store } from '../store/store.ts';
import type { Metadata } from '../types.ts';
import { type StoredText, type TextKind, textKinds } from '../store/texts.ts';
import { notAsExpected } from '../store/call-function.ts';

export const scrubInput = z.strictObject({
  /** Only count; change nothing. */
  dryRun: fields.flag,
  /** Called after each page. */
  onProgress: fields.onProgress,
  signal: fields.signal,
});
/** How `scrub` goes through the store. */
export type ScrubInput = z.input<typeof scrubInput>;

/** What `scrub` read and redacted. */
export type ScrubReport = {
  dryRun: boolean;
  /** Rows read, and rows that contain a secret. */
  rows: Record<TextKind, { read: number; redacted: number }>;
  /** Secrets by their kind, as in `[redacted:<kind>]`. */
  kinds: Record<string, number>;
  /** Rows left alone because they changed, or a worker claimed them, since they were read. */
  left: number;
};

type Dependencies = {
  store: Store;
  embedder: string;
  /** Called after a job may have been enqueued. */
  signalJobs: () => void;
};

/** Rows per call: messages may be long. */
const rowsPerPage = 200;

/**
 * Redacts secrets that are already stored, which older rules missed: in memories, their evidence and history, messages, names, summaries,
 * gists and state of sessions, documents, jobs, and stored contexts. Memories, gists and chunks with changed texts get new words at once and a new vector in the
 * background.
 *
 * Each page is one transaction; rows that changed since they were read are left alone and counted. Idempotent: an interrupted run can be
 * repeated. Throws what the store throws, and the reason of an aborted signal.
 */
export async function scrub(
  { store, embedder, signalJobs }: Dependencies,
  { dryRun = false, onProgress, signal }: ScrubInput = {},
): Promise<ScrubReport> {
  const report: ScrubReport = { dryRun, rows: noRows(), kinds: {}, left: 0 };
  const progress = { done: 0, total: await rowsIn(store, embedder) };
  try {
    for (const kind of textKinds) {
      for await (const page of pagesOf((after) => store.listTexts(kind, after, rowsPerPage))) {
        signal?.throwIfAborted();
        await scrubPage(store, kind, page, report);
        progress.done += page.length;
        progress.total = Math.max(progress.total, progress.done);
        onProgress?.({ ...progress });
      }
    }
  } finally {
    const { memory, session, chunk } = report.rows;
    if (!dryRun && memory.redacted + session.redacted + chunk.redacted > 0) {
      await store.enqueueJob({ kind: 'embed', key: 'missing', payload: {}, delaySeconds: 0 });
      signalJobs();
    }
  }
  return report;
}

async function scrubPage(
  store: Store,
  kind: TextKind,
  page: StoredText[],
  report: ScrubReport,
): Promise<void> {
  const changed = [];
  const redacted = await Promise.all(page.map(({ texts }) => redactMetadata(texts)));
  for (const [index, row] of page.entries()) {
    const texts = redacted[index] ?? row.texts;
    if (JSON.stringify(texts) === JSON.stringify(row.texts)) continue;
    countPlaceholders(row.texts, texts, report.kinds);
    const { key, version, about } = row;
    changed.push({ key, version, ...replacementOf(kind, about, row.texts, texts) });
  }
  const counts = report.rows[kind];
  counts.read += page.length;
  if (changed.length === 0) return;
  const { replaced, left } = report.dryRun
    ? { replaced: changed.length, left: 0 }
    : await store.replaceTexts(kind, changed);
  counts.redacted += replaced;
  report.left += left;
}

function replacementOf(...[kind, row, before, after]: Parameters<typeof describeReplacement>) {
  try {
    return describeReplacement(kind, row, before, after);
  } catch (error) {
    throw error instanceof z.ZodError ? notAsExpected(`a row of list_texts (${kind})`, error) : error;
  }
}

/** The number of rows, without events, which are not counted anywhere. */
async function rowsIn(store: Store, embeddingModel: string): Promise<number> {
  const everything = { scopes: null, project: null, sessionId: null, warnDays: 0 };
  const { memories, sessions, jobs } = await store.getStoreStats({ ...everything, embeddingModel });
  const allJobs = jobs.waiting + jobs.running + jobs.done + jobs.dead;
  return memories.valid + memories.invalid + sessions.messages + sessions.count + allJobs;
}

const noRows = (): ScrubReport['rows'] => ({
  memory: { read: 0, redacted: 0 },
  event: { read: 0, redacted: 0 },
  message: { read: 0, redacted: 0 },
  session: { read: 0, redacted: 0 },
  document: { read: 0, redacted: 0 },
  chunk: { read: 0, redacted: 0 },
  shared: { read: 0, redacted: 0 },
  job: { read: 0, redacted: 0 },
  context: { read: 0, redacted: 0 },
});

/** Adds to `kinds` how many more placeholders of each kind there are after than before. */
function countPlaceholders(before: Metadata, after: Metadata, kinds: Record<string, number>): void {
  const add = (texts: Metadata, step: number) => {
    for (const [, kind = ''] of JSON.stringify(texts).matchAll(/\[redacted:([\w-]+)\]/g)) {
      kinds[kind] = (kinds[kind] ?? 0) + step;
    }
  };
  add(after, 1);
  add(before, -1);
}
