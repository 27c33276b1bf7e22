import type { ChatModel, EmbeddingModel } from '@devai/memory';
import type { Records, Usage } from './records.ts';

/** The same model, whose usage is recorded. */
export const meteredModel = (
  model: ChatModel,
  purpose: Usage['for'],
  records: Pick<Records, 'add'>,
): ChatModel => ({
  ...model,
  async generate(request) {
    const reply = await model.generate(request);
    records.add({ kind: 'usage', for: purpose, model: reply.model, requests: 1, ...reply.usage });
    return reply;
  },
});

/** The same embedder, whose usage is recorded if it is billed. */
export const meteredEmbedder = (embedder: EmbeddingModel, records: Pick<Records, 'add'>): EmbeddingModel => ({
  ...embedder,
  async embed(texts, options) {
    const embeddings = await embedder.embed(texts, options);
    if (embeddings.tokens > 0) {
      records.add({
        ...{ kind: 'usage', for: 'embeddings', model: embedder.id, requests: 1 },
        ...{ inputTokens: embeddings.tokens, cachedTokens: 0, outputTokens: 0 },
      });
    }
    return embeddings;
  },
});
