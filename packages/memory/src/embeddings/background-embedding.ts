import { setTimeout } from 'node:timers/promises';
import type { EmbeddingModel, Log } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { embedMissing } from './embed-missing.ts';

type Dependencies = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings'>;
  /** Null if the store's embedder is not available, in which case nothing is embedded. */
  embeddings: EmbeddingModel | null;
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  /** Whether embedding must wait now, until the next call of `note`. */
  isHeldBack: () => boolean;
  log: Log;
};

/** Milliseconds to wait for more messages, so that they are embedded in batches. */
const gathering = 200;

/**
 * Embeds messages and gists in batches, off the hot path: those that were noted, and at the first call those that an
 * earlier process left. After a failure the next call tries again; until then they are found by their words.
 */
export function createBackgroundEmbedding(dependencies: Dependencies) {
  const { store, embeddings, noteEmbedding, isHeldBack, log } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let running: Promise<void> | null = null;

  return {
    /** Call after something was stored without a vector. Returns at once and throws nothing. */
    note(): void {
      isWanted = true;
      if (embeddings === null || signal.aborted) return;
      running ??= embed(embeddings);
    },
    /** Stops without waiting. What is left is embedded after the next start. */
    stop: (): void => stopping.abort(),
  };

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
          onBatch: async ({ tokens }) => noteEmbedding(tokens, null),
        });
      }
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error }, 'messages could not be embedded; they are embedded with the next ones');
    } finally {
      // in the same step as the last look at isWanted, so that no note falls between
      running = null;
    }
  }
}
