import { randomUUID } from 'node:crypto';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel, Embeddings, EmbedOptions } from '../ports.ts';
import { EmbedderBusy } from './embedder-busy.ts';
import { mostTokens } from '../store/ledger.ts';
import { isTimeout, withTimeLimit } from '../time-limit.ts';

/** Milliseconds for one request. The first one may load a model. */
const longestRequest = 15 * 60_000;
/** The greatest number of the store's vectors, which have half precision. */
const greatest = 65_504;

/** Answers to as many texts as a busy embedder took, after which it is asked for more again. */
const calm = 50;

/**
 * Returns an embedder that checks what another one answers: a vector of `dimensions` numbers per text, in a list, and the tokens. Throws
 * `embedding_failed` for anything else, and when there is no answer within a quarter of an hour, so that nothing of it is stored and the
 * caller waits as after any failure. An aborted signal ends the waiting, even if the embedder ignores it.
 *
 * Texts at which it fails together are embedded in smaller parts, while the embedder answers for another text. So the most texts that it
 * takes are learnt, and a text that it refuses by itself, or that makes it fail, is told from an embedder that is down.
 */
export function createCheckedEmbedder(embedder: EmbeddingModel): EmbeddingModel {
  /** The most texts that it takes, and that it took when it was busy. */
  let taken = Number.POSITIVE_INFINITY;
  let takenWhenBusy = Number.POSITIVE_INFINITY;
  let calmAnswers = 0;
  const most = () => Math.min(taken, takenWhenBusy);

  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    get maxBatch() {
      return Math.min(embedder.maxBatch, most());
    },
    thresholds: embedder.thresholds,
    thresholdsAreSet: embedder.thresholdsAreSet === true,
    isLocal: embedder.isLocal === true,
    isCaching: embedder.isCaching === true,
    async embed(texts, { onRefused, ...options } = {}) {
      let refused = 0;
      let answered = 0;
      return embedPart(texts, 0);

      async function embedPart(part: string[], from: number): Promise<Embeddings> {
        if (part.length > most()) return inParts(part, from, most());
        try {
          const answer = await embedChecked(embedder, part, options);
          answered += 1;
          noteAnswer(part.length);
          return answer;
        } catch (error) {
          options.signal?.throwIfAborted();
          const isAlone = part.length === 1;
          if (!mayBeTheTexts(error, isAlone) || part.length === 0) throw error;
          // nobody waits for an embedder that is busy but who can wait
          if (!onRefused && (isAlone || error instanceof EmbedderBusy)) throw error;
          if (!(await isAnswering(embedder, options))) throw error;
          return isAlone ? embedAlone(part, from, error) : inHalves(part, from, error);
        }
      }

      /** A connection may also have been cut by chance: only the second time the text is to blame. */
      async function embedAlone(part: string[], from: number, first: unknown): Promise<Embeddings> {
        if (first instanceof EmbedderBusy) {
          try {
            return await embedChecked(embedder, part, options);
          } catch (error) {
            options.signal?.throwIfAborted();
            if (!mayBeTheTexts(error, true) || !(await isAnswering(embedder, options))) throw error;
          }
        }
        refused += 1;
        onRefused?.(from, asMemoryError(first, embedder));
        return { vectors: [[]], tokens: 0 };
      }

      async function inHalves(part: string[], from: number, error: unknown): Promise<Embeddings> {
        const before = { refused, answered };
        const half = Math.ceil(part.length / 2);
        try {
          return await inParts(part, from, half);
        } finally {
          // also when the embedder has had enough after some parts: the next call then begins with fewer texts
          if (refused === before.refused && answered > before.answered) learn(half, error);
        }
      }

      async function inParts(part: string[], from: number, size: number): Promise<Embeddings> {
        const answers: Embeddings[] = [];
        for (let start = 0; start < part.length; start += size) {
          answers.push(await embedPart(part.slice(start, start + size), from + start));
        }
        const own = answers.some(({ thresholds }) => thresholds);
        const usual = ({ vectors }: Embeddings) => vectors.map(() => embedder.thresholds);
        return {
          vectors: answers.flatMap(({ vectors }) => vectors),
          tokens: answers.reduce((sum, { tokens }) => sum + tokens, 0),
          ...(own && { thresholds: answers.flatMap((answer) => answer.thresholds ?? usual(answer)) }),
        };
      }
    },
  };

  function learn(count: number, error: unknown): void {
    calmAnswers = 0;
    if (error instanceof EmbedderBusy) takenWhenBusy = Math.min(takenWhenBusy, count);
    else taken = Math.min(taken, count);
  }

  function noteAnswer(count: number): void {
    if (count < takenWhenBusy) return;
    calmAnswers += 1;
    if (calmAnswers < calm) return;
    calmAnswers = 0;
    takenWhenBusy *= 2;
  }
}

/** Whether the texts may be what an embedder failed at. One text alone is not too much for it. */
const mayBeTheTexts = (error: unknown, isAlone: boolean): boolean =>
  !(error instanceof MemoryError && error.code === 'access_refused') &&
  !(isAlone && error instanceof EmbedderBusy && error.isAway);

/** Whether the embedder answers for another text, which is in no cache. */
async function isAnswering(embedder: EmbeddingModel, options: EmbedOptions): Promise<boolean> {
  try {
    await embedChecked(embedder, [`a test of the embedder, ${randomUUID()}`], options);
    return true;
  } catch {
    options.signal?.throwIfAborted();
    return false;
  }
}

const asMemoryError = (error: unknown, { id }: EmbeddingModel): MemoryError =>
  error instanceof MemoryError
    ? error
    : new MemoryError(
        'embedding_failed',
        `${id} failed: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );

async function embedChecked(
  embedder: EmbeddingModel,
  texts: string[],
  options: EmbedOptions,
): Promise<Embeddings> {
  const answer = await answerOf(embedder, texts, options);
  const problem = problemOf(answer, texts.length, embedder.dimensions);
  if (problem === null) return { ...answer, tokens: Math.round(answer.tokens) };
  throw new MemoryError('embedding_failed', `${embedder.id} answered ${problem}`, {
    isRetryable: !isOfOtherLength(answer, embedder.dimensions),
  });
}

/** A model has its number of dimensions, and keeps it. */
const isOfOtherLength = (answer: Partial<Embeddings> | null, dimensions: number): boolean => {
  const { vectors } = answer ?? {};
  return Array.isArray(vectors) && vectors.some((one) => Array.isArray(one) && one.length !== dimensions);
};

async function answerOf(
  embedder: EmbeddingModel,
  texts: string[],
  options: EmbedOptions = {},
): Promise<Embeddings> {
  const { signal } = options;
  try {
    return await withTimeLimit((limited) => embedder.embed(texts, { ...options, signal: limited }), {
      milliseconds: longestRequest,
      signal,
    });
  } catch (error) {
    if (signal?.aborted || !isTimeout(error)) throw error;
    throw new EmbedderBusy(`${embedder.id} did not answer`, { cause: error });
  }
}

/** Whether the ledger can hold the number of tokens. */
const isCount = (tokens: number | undefined): tokens is number =>
  tokens !== undefined && tokens >= 0 && tokens <= mostTokens;

/** What is wrong with an answer; null if it is correct. */
function problemOf(answer: Partial<Embeddings> | null, texts: number, dimensions: number): string | null {
  const { vectors, tokens, thresholds } = answer ?? {};
  if (!Array.isArray(vectors)) return 'without a list of vectors';
  if (vectors.length !== texts) return `with ${vectors.length} vectors for ${texts} texts`;
  for (const [index, vector] of vectors.entries()) {
    if (!Array.isArray(vector)) return `without a list of numbers for text ${index + 1}`;
    if (vector.length !== dimensions) return `in ${vector.length} dimensions instead of ${dimensions}`;
    const wrong = vector.find((number) => !Number.isFinite(number) || Math.abs(number) > greatest);
    if (wrong !== undefined) return `with ${wrong} in the vector of text ${index + 1}`;
  }
  if (thresholds && thresholds.length !== texts)
    return `with ${thresholds.length} thresholds for ${texts} texts`;
  return isCount(tokens) ? null : `with ${String(tokens)} tokens`;
}
