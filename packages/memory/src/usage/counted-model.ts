import { MemoryError, messageOf } from '../errors.ts';
import type { ChatModel, ModelReply, ModelRequest } from '../ports.ts';
import { mostTokens } from '../store/ledger.ts';

/** Tokens as the ledger can hold them; 0 for what is no number. */
const countOf = (tokens: number | undefined): number =>
  tokens !== undefined && Number.isFinite(tokens) ? Math.min(Math.max(Math.round(tokens), 0), mostTokens) : 0;

/**
 * Returns the same model, whose replies have a text and whole numbers of tokens: a wrong figure must not cost the work that was paid for.
 * Throws `model_failed` for a reply without a text, and for what the host's model throws besides a `MemoryError` and the reason of
 * an aborted signal.
 */
export const countedModel = (model: ChatModel): ChatModel => ({
  get id() {
    return model.id;
  },
  get contextWindow() {
    return model.contextWindow;
  },
  async generate(request) {
    const { content, usage, ...reply } = (await replyOf(model, request)) ?? {};
    if (typeof content !== 'string')
      throw new MemoryError('model_failed', `${model.id} answered without a text`);
    return {
      toolCalls: [],
      model: model.id,
      ...reply,
      content,
      usage: {
        inputTokens: countOf(usage?.inputTokens),
        outputTokens: countOf(usage?.outputTokens),
        cachedTokens: countOf(usage?.cachedTokens),
      },
    };
  },
  stream: (request) => model.stream(request),
});

/** As it comes: the host's model may keep to the types or not. */
async function replyOf(model: ChatModel, request: ModelRequest): Promise<Partial<ModelReply> | null> {
  try {
    return await model.generate(request);
  } catch (error) {
    if (request.signal?.aborted || error instanceof MemoryError) throw error;
    throw new MemoryError('model_failed', `${model.id} failed: ${messageOf(error)}`, { cause: error });
  }
}
