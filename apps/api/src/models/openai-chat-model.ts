import type { ChatModel, ModelEvent, ModelReply, ModelRequest } from '@devai/memory';
import OpenAI, { BadRequestError, UnprocessableEntityError } from 'openai';
import { createAnswerReader } from './openai-answer.ts';
import { toOpenAIRequest, type OutputLimit, type StructuredOutput } from './openai-request.ts';
import { toProviderFailure } from './provider-failure.ts';
import { defaultTimeouts, openDeadline, type ModelTimeouts } from './request-deadline.ts';

export type OpenAIChatModelSettings = {
  /** The provider's name, for people. */
  name: string;
  baseURL: string;
  apiKey: string;
  model: string;
  contextWindow: number;
  /** Where it begins; `json_schema` falls back to `json_object` for a schema that the provider rejects. */
  structuredOutput?: StructuredOutput;
  outputLimit?: OutputLimit;
  /** Members of the request's body that only this provider knows. */
  extraBody?: Record<string, unknown>;
  timeouts?: ModelTimeouts;
};

/**
 * One model of one OpenAI-compatible provider, asked once: no retry, no fallback (`createModelList` does that).
 * Throws `ProviderFailure` unless the answer came whole: a stream that stalls, is cut, or ends without a finish
 * reason is a failure. An aborted signal rejects with its reason.
 */
export function createOpenAIChatModel(settings: OpenAIChatModelSettings): ChatModel {
  const { name, baseURL, apiKey, model, contextWindow, timeouts = defaultTimeouts } = settings;
  const { structuredOutput = 'json_schema', outputLimit = 'max_tokens', extraBody = {} } = settings;
  const client = new OpenAI({
    apiKey,
    baseURL,
    // null: nothing is read from the environment
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
  });
  /** Names of the schemas that this provider rejected as `json_schema`. */
  const rejectedSchemas = new Set<string>();

  return { id: `${name}/${model}`, contextWindow, generate, stream };

  async function generate(request: ModelRequest): Promise<ModelReply> {
    const deadline = openDeadline(request.signal, { total: timeouts.whole });
    try {
      const answer = await askInAcceptedForm(request, (body) =>
        client.chat.completions.create(body, { signal: deadline.signal, timeout: timeouts.whole }),
      );
      const reader = createAnswerReader(model, request);
      reader.add(answer);
      return reader.finish();
    } catch (error) {
      deadline.throwIfOver();
      throw toProviderFailure(error, apiKey);
    } finally {
      deadline.close();
    }
  }

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const deadline = openDeadline(request.signal, { total: timeouts.stream, idle: timeouts.idle });
    try {
      const parts = await askInAcceptedForm(request, (body) =>
        client.chat.completions.create(
          { ...body, stream: true, stream_options: { include_usage: true } },
          { signal: deadline.signal, timeout: timeouts.stream },
        ),
      );
      const reader = createAnswerReader(model, request);
      for await (const part of parts) {
        deadline.touch();
        const { text, thinking } = reader.add(part);
        if (thinking !== '') yield { type: 'thinking_delta', text: thinking };
        if (text !== '') yield { type: 'text_delta', text };
      }
      // an aborted stream ends without an error; then the answer is not whole
      yield { type: 'reply', reply: reader.finish() };
    } catch (error) {
      deadline.throwIfOver();
      throw toProviderFailure(error, apiKey);
    } finally {
      deadline.close();
    }
  }

  /** Asks; when the provider rejects a `json_schema` (400, 422), once more with the schema in the prompt. */
  async function askInAcceptedForm<Answer>(
    request: ModelRequest,
    ask: (body: ReturnType<typeof toOpenAIRequest>) => Promise<Answer>,
  ): Promise<Answer> {
    const inForm = (form: StructuredOutput) =>
      ask(toOpenAIRequest(request, { model, structuredOutput: form, outputLimit, extraBody }));
    const { schema } = request;
    if (!schema || rejectedSchemas.has(schema.name)) return inForm('json_object');
    try {
      return await inForm(structuredOutput);
    } catch (error) {
      const rejected = error instanceof BadRequestError || error instanceof UnprocessableEntityError;
      if (structuredOutput === 'json_object' || !rejected) throw error;
      const answer = await inForm('json_object');
      // remembered only when it helped: the rejection may have had another reason
      rejectedSchemas.add(schema.name);
      return answer;
    }
  }
}
