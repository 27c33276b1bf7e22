import { embedMissing } from '../embeddings/embed-missing.ts';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { Progress } from '../types.ts';

export type ReembedInput = {
  /** After each batch. */
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** How many memories got a vector, and of which embedder. */
export type Reembedded = { embedded: number; embedder: string };

type Dependencies = {
  store: Pick<Store, 'setSetting' | 'countUnembedded' | 'listUnembedded' | 'setEmbeddings' | 'recordUsage'>;
  /** The one that the store is to have from now on. */
  embedder: EmbeddingModel;
  /** The store's embedder is the new one now: whoever holds the old one takes this. */
  onSwitch: () => Promise<void>;
};

/**
 * Moves the store to the configured embedder, or completes what is missing of it: first the store's record is changed, so
 * that all that is written from then on has vectors of the new one; then every valid memory gets one, in batches. Until
 * its batch has its turn, a memory is found by its words.
 *
 * Stopped at any moment and started again it goes on where it was. Another process that has the store open keeps to the
 * old embedder until it is started anew; what it wrote is then made up for by calling this again. Throws
 * `embedding_failed` before anything changes when the embedder does not answer, and what the store throws.
 */
export function createReembed({ store, embedder, onSwitch }: Dependencies) {
  return async function reembed({ onProgress, signal }: ReembedInput = {}): Promise<Reembedded> {
    await tryOut(signal);
    await store.setSetting('embedder', { id: embedder.id, dimensions: embedder.dimensions });
    await onSwitch();
    const total = await store.countUnembedded(embedder.id);
    let done = 0;
    onProgress?.({ done, total });
    const embedded = await embedMissing({
      store,
      embedder,
      signal: signal ?? new AbortController().signal,
      async onBatch({ filled, tokens }) {
        done += filled;
        onProgress?.({ done, total: Math.max(total, done) });
        if (tokens > 0) await record(tokens);
      },
    });
    return { embedded, embedder: embedder.id };
  };

  /** A wrong key must not leave the store on an embedder that cannot answer. */
  async function tryOut(signal: AbortSignal | undefined): Promise<void> {
    const { vectors } = await embedder.embed(
      ['a text to see whether vectors come'],
      signal ? { signal } : {},
    );
    const length = vectors[0]?.length ?? 0;
    if (length === embedder.dimensions) return;
    throw new MemoryError(
      'embedding_failed',
      `${embedder.id} answered with ${length} dimensions, not ${embedder.dimensions}`,
    );
  }

  async function record(inputTokens: number): Promise<void> {
    const entry = { operation: 'embed_memory', model: embedder.id, inputTokens, outputTokens: 0 } as const;
    await store.recordUsage([{ ...entry, sessionId: null, jobId: null }]);
  }
}
