import { redactPage } from '../redaction/redact-metadata.ts';
import { describeReplacement } from './describe-replacement.ts';
import { countPlaceholders } from './count-placeholders.ts';
import type { Store } from '../store/store.ts';
import type { StoredRow } from '../store/stored-rows.ts';
import { textKinds, type StoredText, type TextKind } from '../store/stored-texts.ts';
import type { Progress } from '../types.ts';

export type ScrubInput = {
  /** Looks, counts, and changes nothing. */
  dryRun?: boolean | undefined;
  /** After each page. */
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
};

export type ScrubReport = {
  dryRun: boolean;
  /** Rows read, and those of them that hold a secret, by what they are. */
  rows: Record<TextKind, { read: number; redacted: number }>;
  /** Secrets by their kind, as in `[redacted:<kind>]`. */
  kinds: Record<string, number>;
  /** Rows that were changed, or taken up by a worker, while they were looked at: they are as they were. */
  left: number;
};

type Dependencies = {
  store: Pick<Store, 'listTexts' | 'replaceTexts' | 'enqueueJob' | 'readStats'>;
  embedder: () => string;
  /** Called after a job may have been enqueued. */
  signalJobs: () => void;
};

/** Rows of one call: messages may be long. */
const rowsPerPage = 200;

/**
 * Replaces secrets that are stored already (by an older set of rules, or before there was one) wherever somebody's text stands:
 * memories, their evidence and history, messages, summaries and state of sessions, jobs. Memories whose text changes get new words
 * at once and a new vector in the background.
 *
 * Page by page, each page one transaction; a row that changed since it was read is left and counted. Idempotent: stopped
 * at any moment and started again, it reads from the start and finds done what is done. Throws what the store throws,
 * and the reason of an aborted signal.
 */
export function createScrub({ store, embedder, signalJobs }: Dependencies) {
  return async function scrub({ dryRun = false, onProgress, signal }: ScrubInput = {}): Promise<ScrubReport> {
    const report: ScrubReport = { dryRun, rows: noRows(), kinds: {}, left: 0 };
    const progress = { done: 0, total: await expected() };
    try {
      for (const kind of textKinds) {
        for await (const page of pages(kind)) {
          signal?.throwIfAborted();
          await scrubPage(kind, page, report);
          progress.done += page.length;
          progress.total = Math.max(progress.total, progress.done);
          onProgress?.({ ...progress });
        }
      }
    } finally {
      await embedAnew(report);
    }
    return report;
  };

  async function* pages(kind: TextKind): AsyncGenerator<StoredText[]> {
    let after: StoredRow | null = null;
    do {
      const page: Awaited<ReturnType<Store['listTexts']>> = await store.listTexts(kind, after, rowsPerPage);
      if (page.rows.length > 0) yield page.rows;
      after = page.after;
    } while (after !== null);
  }

  async function scrubPage(kind: TextKind, page: StoredText[], report: ScrubReport): Promise<void> {
    const changed = [];
    const redacted = await redactPage(page.map(({ texts }) => texts));
    for (const [index, row] of page.entries()) {
      const texts = redacted[index] ?? row.texts;
      if (JSON.stringify(texts) === JSON.stringify(row.texts)) continue;
      countPlaceholders(row.texts, texts, report.kinds);
      changed.push(describeReplacement(kind, row, texts));
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

  async function embedAnew({ dryRun, rows }: ScrubReport): Promise<void> {
    if (dryRun || rows.memory.redacted === 0) return;
    await store.enqueueJob({ kind: 'embed', key: 'missing', payload: {}, delaySeconds: 0 });
    signalJobs();
  }

  /** All but the history, whose length nobody counts: it comes on top. */
  async function expected(): Promise<number> {
    const { memories, sessions, jobs } = await store.readStats({
      scopes: null,
      project: null,
      sessionId: null,
      embeddingModel: embedder(),
      warnDays: 0,
    });
    const openAndDone = jobs.waiting + jobs.running + jobs.done + jobs.dead;
    return memories.valid + memories.invalid + sessions.messages + sessions.count + openAndDone;
  }
}

const noRows = (): ScrubReport['rows'] => ({
  memory: { read: 0, redacted: 0 },
  event: { read: 0, redacted: 0 },
  message: { read: 0, redacted: 0 },
  session: { read: 0, redacted: 0 },
  job: { read: 0, redacted: 0 },
});
