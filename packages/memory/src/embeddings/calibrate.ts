import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import * as fields from '../fields/fields.ts';
import type { EmbeddingModel, EmbeddingThresholds } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { StoredRow } from '../store/transfer.ts';
import { answeredQuestions, foreignQuestions } from './calibration-texts.ts';
import { embedInBatches } from './embed-in-batches.ts';
import { measuredThresholds, type MeasuredThresholds, type Similarities } from './measured-thresholds.ts';
import { thresholdsKey } from './choose-embedder.ts';
import { parseStored } from '../store/call-function.ts';

export const calibrateInput = z.strictObject({
  /** Stores the measured profile. This process uses it at once, others from their next start. */
  apply: fields.flag,
  /** Called with the progress: memories read, then texts embedded. */
  onProgress: fields.onProgress,
  signal: fields.signal,
});
/** How `calibrate` measures, and whether the result is used. */
export type CalibrateInput = z.input<typeof calibrateInput>;

/** What `calibrate` measured of the embedder in use. */
export type Calibration = {
  embedder: string;
  /** Valid memories of the store. */
  memories: number;
  /** The number of pairs of texts that were compared. */
  pairs: number;
  /** The measured thresholds. */
  noiseFloor: number;
  retrieval: number;
  /** The profile in use during the measurement. */
  current: EmbeddingThresholds;
  applied: boolean;
  /** What the figures mean, in words. */
  advice: string;
};

type Dependencies = {
  store: Pick<Store, 'exportRows' | 'getStoreStats' | 'setSetting' | 'recordUsage'>;
  /** The store's embedder; null if it is not available. */
  embedder: EmbeddingModel | null;
  /** Called after the profile changed. */
  onApply: () => Promise<void>;
};

/** The number of memories compared: with 30,000 pairs, the error of a quantile is far below 0.01. */
const sampleSize = 1_000;
const rowsPerPage = 200;
/** The maximum number of titles that are compared with their memories. */
const mostTitles = 100;

const vectorRow = z.object({
  title: z.string().nullable(),
  is_valid: z.boolean(),
  embedding_model: z.string().nullable(),
  vector: z.array(z.number()).nullable(),
});
type Sampled = { title: string | null; vector: number[] };

/**
 * Measures the similarities of the store's embedder on the store's memories. Unrelated pairs are foreign questions
 * and a sample of the memories; related pairs are questions and their answers, and titles and their memories. Embeds
 * about 200 short texts and reads about a thousand memories. Changes nothing unless `apply` is set.
 *
 * Throws `embedding_failed` if the embedder is not available or fails, what the store throws, and the reason of an
 * aborted signal.
 */
export async function calibrate(
  { store, embedder, onApply }: Dependencies,
  { apply = false, onProgress, signal }: CalibrateInput = {},
): Promise<Calibration> {
  if (embedder === null) {
    throw new MemoryError(
      'embedding_failed',
      'the embedder that filled the store is not configured, so nothing can be measured',
      { isRetryable: false },
    );
  }
  const memories = await countMemories(store, embedder.id);
  const sample = await readSample(store, embedder.id, { onProgress, signal });
  const { similarities, tokens, texts } = await compare(embedder, sample, signal);
  if (tokens > 0) {
    const entry = {
      operation: 'embed_query',
      model: embedder.id,
      inputTokens: tokens,
      outputTokens: 0,
    } as const;
    await store.recordUsage([{ ...entry, sessionId: null, jobId: null }]);
  }
  onProgress?.({ done: sample.length + texts, total: sample.length + texts });
  signal?.throwIfAborted();
  const measured = measuredThresholds(similarities, memories);
  const { noiseFloor, retrieval } = measured;
  if (apply) {
    await store.setSetting(thresholdsKey(embedder.id), { noiseFloor, retrieval });
    await onApply();
  }
  return {
    embedder: embedder.id,
    memories,
    pairs: similarities.related.length + similarities.foreign.flat().length,
    noiseFloor,
    retrieval,
    current: { ...embedder.thresholds },
    applied: apply,
    advice: adviceOn(measured, sample.length, embedder.thresholds),
  };
}

async function compare(
  embedder: EmbeddingModel,
  sample: Sampled[],
  signal: AbortSignal | undefined,
): Promise<{ similarities: Similarities; tokens: number; texts: number }> {
  const titled = sample.filter(({ title }) => title !== null && title !== '').slice(0, mostTitles);
  const questions = answeredQuestions.map(([question]) => question);
  const statements = answeredQuestions.map(([, statement]) => statement);
  const asked = [...foreignQuestions, ...questions, ...titled.map(({ title }) => title ?? '')];
  const options = signal ? { signal } : {};
  const ofAsked = await embedInBatches(embedder, asked, { ...options, kind: 'query' });
  const ofStatements = await embedInBatches(embedder, statements, options);
  const against = [...ofStatements.vectors, ...sample.map(({ vector }) => vector)];
  const foreign = ofAsked.vectors.slice(0, foreignQuestions.length);
  const related = ofAsked.vectors.slice(foreignQuestions.length);
  const answers = [...ofStatements.vectors, ...titled.map(({ vector }) => vector)];
  return {
    similarities: {
      foreign: foreign.map((question) => against.map((vector) => cosine(question, vector))),
      related: related.map((vector, index) => cosine(vector, answers[index] ?? [])),
    },
    tokens: ofAsked.tokens + ofStatements.tokens,
    texts: asked.length + statements.length,
  };
}

async function countMemories(store: Pick<Store, 'getStoreStats'>, embeddingModel: string): Promise<number> {
  const stats = await store.getStoreStats({
    scopes: null,
    project: null,
    sessionId: null,
    embeddingModel,
    warnDays: 0,
  });
  return stats.memories.valid;
}

/** Returns the first valid memories, by id, with a vector of this embedder. Ids are random, so this is a random sample. */
async function readSample(
  store: Pick<Store, 'exportRows'>,
  embedder: string,
  { onProgress, signal }: Pick<CalibrateInput, 'onProgress' | 'signal'>,
): Promise<Sampled[]> {
  const sample: Sampled[] = [];
  let after: StoredRow | null = null;
  do {
    signal?.throwIfAborted();
    const page: Awaited<ReturnType<Store['exportRows']>> = await store.exportRows(
      'memory',
      after,
      rowsPerPage,
      null,
    );
    for (const row of parseStored(z.array(vectorRow), page.rows, 'an exported memory')) {
      if (row.is_valid && row.embedding_model === embedder && row.vector !== null) {
        sample.push({ title: row.title, vector: row.vector });
      }
    }
    after = page.after;
    onProgress?.({ done: sample.length, total: Math.max(sampleSize, sample.length) });
  } while (after !== null && sample.length < sampleSize);
  return sample;
}

/** For vectors of any length, because half precision in the store does not keep them at 1. */
function cosine(one: number[], other: number[]): number {
  const product = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  const length = Math.hypot(...one) * Math.hypot(...other);
  return length === 0 ? 0 : product / length;
}

/** With fewer memories than this, the result mostly describes the library's own texts. */
const fewMemories = 50;

function adviceOn(measured: MeasuredThresholds, sampled: number, current: EmbeddingThresholds): string {
  const { retrieval, noiseFloor, found, disturbed } = measured;
  const same =
    Math.abs(retrieval - current.retrieval) <= 0.02 && Math.abs(noiseFloor - current.noiseFloor) <= 0.02;
  return [
    `At ${retrieval.toFixed(2)}, ${percent(found)} of the related pairs count as relevant by the vector alone, and ${percent(disturbed)} of the foreign questions find something.`,
    ...(disturbed > 0.25 ? ['This embedder tells related from unrelated badly: words decide most.'] : []),
    ...(sampled < fewMemories
      ? [`Only ${sampled} memories could be compared: measure again when there are more.`]
      : []),
    same
      ? 'The profile in use fits.'
      : 'The profile in use differs: apply the measured one, or set MEMORY_RETRIEVAL_THRESHOLD.',
  ].join(' ');
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
