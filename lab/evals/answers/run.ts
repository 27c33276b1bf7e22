import { MemoryError, type ChatModel, type EmbeddingModel, type Log } from '@devai/memory';
import type { Config } from '../../../apps/api/src/config.ts';
import { AnswersError } from './answers-error.ts';
import type { Way } from './contexts.ts';
import type { HistoryStore } from './history-store.ts';
import type { JobPauses } from './ingest.ts';
import type { Limit } from './limit.ts';
import { meteredEmbedder, meteredModel } from './meter.ts';
import type { Records } from './records.ts';

export type RunModels = { chat: ChatModel; small: ChatModel; judge: ChatModel; embeddings: EmbeddingModel };

export type RunSettings = {
  config: Config;
  models: RunModels;
  records: Records;
  /** Histories that are told, and questions that are asked, at the same time. */
  parallel: number;
  pauses: JobPauses;
  log: Log;
  onProgress: (label: string, done: number, total: number) => void;
  /** Opens the store of a history; tests keep it in memory. */
  openStore?: (folder: string) => Promise<HistoryStore>;
};

/** What could not be asked or judged. */
export type Failure = { history: string; question: string; way: Way; code: string; message: string };

/** After so many failures of the providers in a row, nothing more is asked. */
const mostFailures = 6;

export type Run = ReturnType<typeof createRun>;

/** `stopped`: why nothing more is asked. */
export function createRun({ models, records }: RunSettings, inLine: Limit) {
  let inARow = 0;
  const run = {
    failures: [] as Failure[],
    stopped: null as Error | null,
    models: {
      judge: meteredModel(models.judge, 'judge', records),
      small: meteredModel(models.small, 'extraction', records),
      embeddings: meteredEmbedder(models.embeddings, records),
      of: (way: Way) => meteredModel(models.chat, way, records),
    },
    inLine,
    /** Runs some work unless the run is stopped; a failure stops it. Never throws. */
    async attempt(work: () => Promise<void>): Promise<void> {
      if (run.stopped) return;
      try {
        await work();
      } catch (error) {
        run.stopped ??= error instanceof Error ? error : new Error(String(error));
      }
    },
    /** Notes that one question failed. Throws when the failures are none of the question. */
    noteFailure(failure: Omit<Failure, 'code' | 'message'>, error: unknown): void {
      if (!(error instanceof MemoryError) || error.code === 'access_refused') throw error;
      const { code, message } = error;
      run.failures.push({ ...failure, code, message });
      // others say something about the question
      if (!error.isRetryable || code === 'malformed_answer') return;
      inARow += 1;
      if (inARow < mostFailures) return;
      const text = `${inARow} replies in a row failed, the last with ${code}: ${message}`;
      throw new AnswersError('model_keeps_failing', text, error);
    },
    noteSuccess(): void {
      inARow = 0;
    },
  };
  return run;
}
