import { randomUUID } from 'node:crypto';
import type { ChatModel, ModelRequest } from '@devai/memory';

export type Reply = { content?: string; toolCalls?: { name: string; arguments: string }[] };

/** A chat model in this process that says to each request what `reply` gives. */
export function chatModel(reply: (request: ModelRequest) => Reply | Promise<Reply>): ChatModel {
  const model: ChatModel = {
    id: 'scripted',
    contextWindow: 200_000,
    async generate(request) {
      const { content = '', toolCalls = [] } = await reply(request);
      return {
        content,
        toolCalls: toolCalls.map((call) => ({ id: randomUUID(), ...call })),
        model: 'scripted',
        usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
      };
    },
    async *stream(request) {
      yield { type: 'reply', reply: await model.generate(request) };
    },
  };
  return model;
}
