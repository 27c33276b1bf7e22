import { z } from 'zod';
import { MemoryError } from '../src/errors.ts';
import type { ChatModel } from '../src/ports.ts';

const answerShape = z.object({
  model: z.string(),
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }),
});

/** A minimal chat model over HTTP: one request per `generate`, no retry. For tests that count requests at the scripted server. */
export function wireChatModel(baseURL: string, { contextWindow = 128_000 } = {}): ChatModel {
  const generate: ChatModel['generate'] = async ({ messages, schema, signal }) => {
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'wire', messages, response_format: schema }),
      signal: signal ?? null,
    });
    if (!response.ok) throw new MemoryError('model_failed', `the server answered ${response.status}`);
    const { model, choices, usage } = answerShape.parse(await response.json());
    return {
      content: choices[0].message.content,
      toolCalls: [],
      model,
      usage: {
        inputTokens: usage.prompt_tokens,
        outputTokens: usage.completion_tokens,
        cachedTokens: 0,
      },
    };
  };
  return {
    id: 'wire',
    contextWindow,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };
}
