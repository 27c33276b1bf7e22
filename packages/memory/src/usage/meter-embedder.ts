import type { EmbeddingModel } from '../ports.ts';

/** The embedder, which tells what each request cost: its tokens, when it cost any. */
export function meterEmbedder(embedder: EmbeddingModel, onTokens: (tokens: number) => void): EmbeddingModel {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    maxBatch: embedder.maxBatch,
    thresholds: embedder.thresholds,
    isLocal: embedder.isLocal === true,
    async embed(texts, options) {
      const answer = await embedder.embed(texts, options);
      if (answer.tokens > 0) onTokens(answer.tokens);
      return answer;
    },
  };
}
