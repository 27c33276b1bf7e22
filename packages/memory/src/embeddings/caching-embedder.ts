import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { checkSettings } from '../calls/check-calls.ts';
import { contentHash } from '../text/content-hash.ts';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel, Embeddings, EmbeddingThresholds, EmbedOptions } from '../ports.ts';
import { embedder as embedderForm } from '../calls/settings-form.ts';

export type CachingEmbedderSettings = {
  /** Replaces the embedder's own thresholds, and measured ones. */
  thresholds?: EmbeddingThresholds;
  /** The number of vectors kept. 1,000 vectors of 512 dimensions take about 4 MB. */
  entries?: number;
};

const settingsForm = z.object({
  thresholds: z.object({ retrieval: z.number(), noiseFloor: z.number() }).optional(),
  entries: z.int().min(1).optional(),
});

type Cached = { vector: number[]; thresholds: EmbeddingThresholds | undefined };

/**
 * Caches the vectors of the most recent texts by kind and content hash: a repeated query makes no request, and a
 * batch sends only its new texts, each once, and waits for those that another call is embedding. A failed request
 * caches nothing. The vectors are shared, so do not change them.
 */
export function createCachingEmbedder(
  embedder: EmbeddingModel,
  settings: CachingEmbedderSettings = {},
): EmbeddingModel {
  checkSettings(embedderForm, embedder, 'embedder');
  checkSettings(settingsForm, settings);
  const { thresholds, entries = 1_000 } = settings;
  const cache = new LRUCache<string, Cached>({ max: entries });
  /** Calls under way, by their texts. They never reject. */
  const underWay = new Map<string, Promise<unknown>>();
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    maxBatch: embedder.maxBatch,
    thresholds: thresholds ?? embedder.thresholds,
    thresholdsAreSet: thresholds !== undefined || embedder.thresholdsAreSet === true,
    isLocal: embedder.isLocal === true,
    isCaching: true,
    async embed(texts, options = {}) {
      const kind = options.kind ?? 'passage';
      const keys = texts.map((text) => `${kind} ${contentHash(text)}`);
      const others = keys.flatMap((key) => underWay.get(key) ?? []);
      if (others.length > 0) await Promise.all(others);
      options.signal?.throwIfAborted();
      const found = new Map<string, Cached>();
      const missing = new Map<string, string>();
      for (const [index, text] of texts.entries()) {
        const key = keys[index] ?? '';
        const known = cache.get(key);
        if (known) found.set(key, known);
        else missing.set(key, text);
      }
      const tokens = missing.size === 0 ? 0 : await embedMissing(missing, found, options);
      const answers = keys.flatMap((key) => found.get(key) ?? []);
      const own = answers.flatMap((answer) => answer.thresholds ?? []);
      return {
        vectors: answers.map(({ vector }) => vector),
        tokens,
        ...(thresholds === undefined && own.length > 0 && { thresholds: own }),
      };
    },
  };

  /** Embeds the missing texts, and adds them to the cache and to `found`. Returns the tokens used. */
  async function embedMissing(
    missing: Map<string, string>,
    found: Map<string, Cached>,
    options: EmbedOptions,
  ): Promise<number> {
    const answer = await noted(missing, embedder.embed([...missing.values()], options));
    for (const [index, key] of [...missing.keys()].entries()) {
      const vector = answer.vectors[index];
      if (!vector)
        throw new MemoryError('embedding_failed', `${embedder.id} returned fewer vectors than texts`);
      const cached = { vector, thresholds: answer.thresholds?.[index] };
      found.set(key, cached);
      cache.set(key, cached);
    }
    return answer.tokens;
  }

  async function noted(texts: Map<string, string>, embedding: Promise<Embeddings>): Promise<Embeddings> {
    const ending = embedding.then(
      () => {},
      () => {},
    );
    for (const key of texts.keys()) underWay.set(key, ending);
    try {
      return await embedding;
    } finally {
      for (const key of texts.keys()) underWay.delete(key);
    }
  }
}
