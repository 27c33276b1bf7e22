import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';

type EmbedMissing = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings'>;
  embedder: EmbeddingModel;
  signal: AbortSignal;
  /** After each batch: how many vectors it filled in, and the tokens that it cost. */
  onBatch: (batch: { filled: number; tokens: number }) => Promise<void>;
};

/**
 * Gives a vector of this embedder to every valid memory that has none, in batches, each stored before the next is asked for:
 * what is done stays done when it ends early. A text that changes meanwhile is embedded anew. Returns how many
 * were filled in. Throws what embedder and store throw, and the reason of an aborted signal.
 */
export async function embedMissing({ store, embedder, signal, onBatch }: EmbedMissing): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
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
        // left alone, it would be listed again for ever
        if (!vector) throw new MemoryError('embedding_failed', `${embedder.id} left out a vector`);
        return [{ id, contentHash, vector }];
      }),
    );
    total += filled;
    await onBatch({ filled, tokens });
  }
}
