import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { embedMissing } from '../embeddings/embed-missing.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { embeddingEntry } from '../usage/ledger-buffer.ts';

export const reembedInput = z.strictObject({
  /** Called after each batch. */
  onProgress: fields.onProgress,
  signal: fields.signal,
});
export type ReembedInput = z.input<typeof reembedInput>;

/** How many memories got a vector, and from which embedder. */
export type Reembedded = { embedded: number; embedder: string };

type Dependencies = {
  store: Store;
  /** The store's future embedder. */
  embedder: EmbeddingModel;
  /** Called when the store's embedder has changed: replace the old one everywhere. */
  onSwitch: () => Promise<void>;
};

/**
 * Moves the store to the configured embedder, or fills in missing vectors. First it changes the store's setting, so that new memories
 * get vectors of the new embedder; then it embeds every valid memory, in batches. Until then a memory is found by its words.
 *
 * An interrupted run continues when it is repeated. Other processes keep the old embedder until they restart; repeat the call for
 * what they wrote. Throws `embedding_failed` before anything changes if the embedder does not answer, and what the store throws.
 */
export async function reembed(
  { store, embedder, onSwitch }: Dependencies,
  { onProgress, signal = new AbortController().signal }: ReembedInput = {},
): Promise<Reembedded> {
  await tryOut(embedder, signal);
  await store.setSetting('embedder', { id: embedder.id, dimensions: embedder.dimensions });
  await onSwitch();
  const total = await store.countUnembedded(embedder.id);
  let done = 0;
  onProgress?.({ done, total });
  const embedded = await embedMissing({
    store,
    embedder,
    signal,
    async onBatch({ filled, tokens }) {
      done += filled;
      onProgress?.({ done, total: Math.max(total, done) });
      if (tokens > 0) await store.recordUsage([embeddingEntry(embedder, tokens, null)]);
    },
  });
  return { embedded, embedder: embedder.id };
}

/** Fails before the switch, so that a wrong key does not leave the store without a working embedder. */
async function tryOut(embedder: EmbeddingModel, signal: AbortSignal): Promise<void> {
  await embedder.embed(['a test of the embedder'], { signal });
}
