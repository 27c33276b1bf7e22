import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';

type EmbedMissing = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings'>;
  embedder: EmbeddingModel;
  signal: AbortSignal;
  /** Whether to end before the next batch. */
  isHeldBack?: () => boolean;
  /** Called after each batch with the vectors filled in and the tokens used. */
  onBatch: (batch: { filled: number; tokens: number }) => Promise<void>;
};

/**
 * Embeds every valid memory, gist and message without a vector of this embedder. Stores each batch before requesting
 * the next, so an early end loses nothing. A text that changes meanwhile is embedded again. Returns the number of
 * vectors filled in. Throws what embedder and store throw, and the reason of an aborted signal.
 */
export async function embedMissing({
  store,
  embedder,
  signal,
  isHeldBack = () => false,
  onBatch,
}: EmbedMissing): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    if (isHeldBack()) return total;
    const rows = await store.listUnembedded(embedder.id, embedder.maxBatch);
    if (rows.length === 0) return total;
    const { vectors, tokens } = await embedder.embed(
      rows.map((row) => row.content),
      { signal },
    );
    const filled = await store.setEmbeddings(
      embedder.id,
      rows.flatMap(({ id, contentHash }, index) => {
        const vector = vectors[index];
        // otherwise it would be listed again and again
        if (!vector)
          throw new MemoryError('embedding_failed', `${embedder.id} returned fewer vectors than texts`);
        return [{ id, contentHash, vector }];
      }),
    );
    total += filled;
    await onBatch({ filled, tokens });
    if (filled === rows.length && rows.length < embedder.maxBatch) return total;
  }
}
