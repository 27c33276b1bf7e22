import OpenAI from 'openai';
import { MemoryError } from '../../../packages/memory/src/errors.ts';
import type { ChatModel, ModelReply, ModelRequest } from '../../../packages/memory/src/ports.ts';

export type EvalModelSettings = { apiKey: string; baseURL: string | undefined; model: string };

/** Tokens; every current model has at least this window. */
const contextWindow = 128_000;
/** Milliseconds for one request. */
const timeout = 120_000;

/**
 * Returns a chat model behind an OpenAI-compatible endpoint: the scripted server and a real provider are called
 * through the same SDK. A server that rejects a JSON schema is asked for plain JSON, with the schema in the prompt.
 * Throws `MemoryError`.
 */
export function createEvalModel({ apiKey, baseURL, model }: EvalModelSettings): ChatModel {
  const client = new OpenAI({
    apiKey,
    baseURL: baseURL ?? 'https://api.openai.com/v1',
    // null, so that nothing is read from the environment
    organization: null,
    project: null,
    timeout,
    logLevel: 'off',
  });
  let takesSchema = true;

  async function generate(request: ModelRequest): Promise<ModelReply> {
    try {
      return await complete(request, takesSchema);
    } catch (error) {
      if (!takesSchema || !(error instanceof OpenAI.BadRequestError)) throw failed(error, request);
      takesSchema = false;
      return complete(request, takesSchema).catch((again: unknown) => {
        throw failed(again, request);
      });
    }
  }

  async function complete({ messages, schema, signal }: ModelRequest, withSchema: boolean) {
    const instruction =
      schema && !withSchema ? `\n\nAnswer with JSON of this schema:\n${JSON.stringify(schema.schema)}` : '';
    const answer = await client.chat.completions.create(
      {
        model,
        messages: messages.map(({ role, content }, index) =>
          role === 'assistant'
            ? { role, content }
            : {
                role: role === 'tool' ? 'user' : role,
                content: index === 0 ? content + instruction : content,
              },
        ),
        ...(schema
          ? { response_format: withSchema ? jsonSchema(schema) : { type: 'json_object' as const } }
          : {}),
      },
      signal ? { signal } : {},
    );
    const choice = answer.choices[0];
    if (choice?.finish_reason !== 'stop')
      throw new Error(`the answer ended by ${choice?.finish_reason ?? 'nothing'}`);
    return {
      content: choice.message.content ?? '',
      toolCalls: [],
      model: answer.model,
      usage: {
        inputTokens: answer.usage?.prompt_tokens ?? 0,
        outputTokens: answer.usage?.completion_tokens ?? 0,
        cachedTokens: answer.usage?.prompt_tokens_details?.cached_tokens ?? 0,
      },
    };
  }

  return {
    id: model,
    contextWindow,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };
}

const jsonSchema = ({ name, schema }: NonNullable<ModelRequest['schema']>) => ({
  type: 'json_schema' as const,
  json_schema: { name, schema, strict: true },
});

function failed(error: unknown, { signal }: ModelRequest): unknown {
  if (signal?.aborted) return signal.reason;
  const text = error instanceof Error ? error.message.slice(0, 300) : String(error);
  const isRefusal = error instanceof OpenAI.APIError && [401, 403, 404].includes(Number(error.status));
  return new MemoryError(isRefusal ? 'model_refused' : 'model_failed', `the model did not answer: ${text}`, {
    cause: error,
  });
}
