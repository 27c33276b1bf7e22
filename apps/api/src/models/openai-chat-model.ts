import type { ChatModel, Log, ModelEvent, ModelReply, ModelRequest } from '@devai/memory';
import OpenAI from 'openai';
import { commonForm, createAcceptedForm, type RequestForm } from './accepted-form.ts';
import { createAnswerReader } from './openai-answer.ts';
import { toOpenAIRequest } from './openai-request.ts';
import { toProviderFailure } from './provider-failure.ts';
import { defaultTimeouts, openDeadline, type ModelTimeouts } from './request-deadline.ts';

export type OpenAIChatModelSettings = {
  /** The provider's name, for people. */
  name: string;
  baseURL: string;
  apiKey: string;
  model: string;
  contextWindow: number;
  /** How its requests differ from the common form. Further differences are learnt from refusals, and kept while the process runs. */
  form?: Partial<RequestForm>;
  timeouts?: ModelTimeouts;
  log?: Pick<Log, 'info'>;
};

/**
 * One model of one OpenAI-compatible provider, asked once: no retry, no fallback (`createModelList` does that).
 * Throws `ProviderFailure` unless the answer is complete: a stream that stalls, is cut, or ends without a finish
 * reason is a failure. An aborted signal rejects with its reason.
 */
export function createOpenAIChatModel(settings: OpenAIChatModelSettings): ChatModel {
  const { name, baseURL, apiKey, model, contextWindow, timeouts = defaultTimeouts } = settings;
  const client = new OpenAI({
    apiKey,
    baseURL,
    // null: nothing is read from the environment
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
  });
  const askInAcceptedForm = createAcceptedForm({ ...commonForm, ...settings.form }, (form) =>
    settings.log?.info({ model: `${name}/${model}`, form }, 'the provider takes requests in another form'),
  );

  return {
    id: `${name}/${model}`,
    contextWindow,
    async generate(request) {
      let reply: ModelReply | null = null;
      for await (const event of answer(request, 'whole')) if (event.type === 'reply') ({ reply } = event);
      if (reply === null) throw new Error('the answer has no end');
      return reply;
    },
    stream: (request) => answer(request, 'stream'),
  };

  async function* answer(request: ModelRequest, how: 'whole' | 'stream'): AsyncGenerator<ModelEvent> {
    const timeout = timeouts[how];
    const deadline = openDeadline(request.signal, {
      total: timeout,
      ...(how === 'stream' && { parts: timeouts }),
    });
    try {
      const parts = await askInAcceptedForm(request.schema !== undefined, async (form) => {
        const body = toOpenAIRequest(request, model, form);
        const options = { signal: deadline.signal, timeout };
        if (how === 'whole') return [await client.chat.completions.create(body, options)];
        const usage = form.streamUsage ? { stream_options: { include_usage: true } } : {};
        return client.chat.completions.create({ ...body, stream: true, ...usage }, options);
      });
      const reader = createAnswerReader(model, request);
      for await (const part of parts) {
        deadline.touch();
        const { text, thinking } = reader.add(part);
        if (thinking !== '') yield { type: 'thinking_delta', text: thinking };
        if (text !== '') yield { type: 'text_delta', text };
      }
      // an aborted stream ends without an error; then the answer is incomplete
      yield { type: 'reply', reply: reader.finish() };
    } catch (error) {
      deadline.signal.throwIfAborted();
      throw toProviderFailure(error, apiKey, request);
    } finally {
      deadline.close();
    }
  }
}
