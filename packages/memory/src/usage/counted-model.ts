import type { ChatModel } from '../ports.ts';
import { mostTokens } from '../store/ledger.ts';

/** Tokens as the ledger can hold them; 0 for what is no number. */
const countOf = (tokens: number): number =>
  Number.isFinite(tokens) ? Math.min(Math.max(Math.round(tokens), 0), mostTokens) : 0;

/** Returns the same model, whose replies have whole numbers of tokens: a wrong figure must not cost the work that was paid for. */
export const countedModel = (model: ChatModel): ChatModel => ({
  get id() {
    return model.id;
  },
  get contextWindow() {
    return model.contextWindow;
  },
  async generate(request) {
    const reply = await model.generate(request);
    const { inputTokens, outputTokens, cachedTokens } = reply.usage;
    const usage = {
      inputTokens: countOf(inputTokens),
      outputTokens: countOf(outputTokens),
      cachedTokens: countOf(cachedTokens),
    };
    return { ...reply, usage };
  },
  stream: (request) => model.stream(request),
});
