import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { createRefusedTexts, type RefusedTexts } from './refused-texts.ts';

type EmbedMissing = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings'>;
  embedder: EmbeddingModel;
  signal: AbortSignal;
  /** Texts to leave out, to which those are added that the embedder refuses. */
  refused?: RefusedTexts;
  /** Whether to end before the next batch. */
  isHeldBack?: () => boolean;
  /** Called after each batch with the vectors filled in and the tokens used. */
  onBatch: (batch: { filled: number; tokens: number }) => Promise<void>;
};

/**
 * Embeds every valid memory, gist and message without a vector of this embedder. Stores each batch before requesting
 * the next, so an early end loses nothing. A text that changes meanwhile is embedded again. A text that is refused is set aside. Returns the number of
 * vectors filled in. Throws what embedder and store throw, and the reason of an aborted signal.
 */
export async function embedMissing({
  store,
  embedder,
  signal,
  refused = createRefusedTexts(),
  isHeldBack = () => false,
  onBatch,
}: EmbedMissing): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    if (isHeldBack()) return total;
    const { maxBatch } = embedder; // it may shrink
    const limit = maxBatch + refused.count();
    const listed = await store.listUnembedded(embedder.id, limit);
    const isLast = listed.length < limit;
    if (isLast) refused.keep(listed);
    const rows = listed.filter((row) => !refused.isRefused(row)).slice(0, maxBatch);
    if (rows.length === 0) return total;
    const { vectors, tokens } = await embedder.embed(
      rows.map((row) => row.content),
      {
        signal,
        onRefused(index, error) {
          const row = rows[index];
          if (row) refused.add(row, error);
        },
      },
    );
    const embedded = rows.flatMap((row, index) => {
      const vector = vectors[index] ?? [];
      return refused.isRefused(row) ? [] : [{ id: row.id, contentHash: row.contentHash, vector }];
    });
    const filled = embedded.length === 0 ? 0 : await store.setEmbeddings(embedder.id, embedded);
    total += filled;
    await onBatch({ filled, tokens });
    if (isLast && rows.length < maxBatch && filled === embedded.length) return total;
  }
}
