import { setTimeout } from 'node:timers/promises';
import { isStoreFailure, messageOf } from '../errors.ts';
import type { EmbeddingModel, Log } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { embedMissing } from './embed-missing.ts';
import type { RefusedTexts } from './refused-texts.ts';

type Dependencies = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings'>;
  /** Null if the store's embedder is not available, in which case nothing is embedded. */
  embeddings: EmbeddingModel | null;
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  /** Whether embedding must wait now, until the next call of `note`. */
  isHeldBack: () => boolean;
  refused: RefusedTexts;
  log: Log;
  /** Milliseconds until it is tried again after a failure; doubles up to the longest. */
  retry?: { first: number; longest: number };
};

/** Milliseconds to wait for more messages, so that they are embedded in batches. */
const gathering = 200;

/**
 * Embeds messages and gists in batches, off the hot path: those that were noted, and at the first call those that an
 * earlier process left. After a failure the next call tries again, or a timer; until then they are found by their words.
 */
export function createBackgroundEmbedding(dependencies: Dependencies) {
  const { store, embeddings, noteEmbedding, isHeldBack, refused, log } = dependencies;
  const { retry = { first: 10_000, longest: 600_000 } } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;
  let failure: string | null = null;
  let failures = 0;

  return {
    note,
    /** What an operator should know, in words; null if every text gets its vector. */
    notice: (): string | null =>
      failure === null
        ? refused.notice()
        : `texts get no vectors now, and are found by words alone: ${failure}`,
    /** Stops without waiting. What is left is embedded after the next start. */
    stop: (): void => stopping.abort(),
  };

  /** Call after something was stored without a vector. Returns at once and throws nothing. */
  function note(): void {
    isWanted = true;
    if (embeddings === null || signal.aborted) return;
    running ??= embed(embeddings);
  }

  function tryLater(): void {
    const pause = Math.min(retry.longest, retry.first * 2 ** failures);
    failures += 1;
    waiting ??= setTimeout(pause, undefined, { signal, ref: false })
      .then(note)
      .catch(() => {}) // stopped
      .finally(() => {
        waiting = null;
      });
  }

  async function embed(embedder: EmbeddingModel): Promise<void> {
    try {
      while (isWanted) {
        await setTimeout(gathering, undefined, { signal, ref: false });
        isWanted = false;
        await embedMissing({
          store,
          embedder,
          signal,
          isHeldBack,
          refused,
          onBatch: async ({ tokens }) => noteEmbedding(tokens, null),
        });
        failure = null;
        failures = 0;
      }
    } catch (error) {
      if (signal.aborted) return;
      // what is wrong with the store is said elsewhere
      failure = isStoreFailure(error) ? null : messageOf(error);
      log.warn({ err: error }, 'texts could not be embedded; it is tried again');
      tryLater();
    } finally {
      // in the same step as the last look at isWanted, so that no note falls between
      running = null;
    }
  }
}
