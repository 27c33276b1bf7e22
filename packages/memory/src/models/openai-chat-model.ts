import { z } from 'zod';
import { checkSettings } from '../calls/check-calls.ts';
import { httpAddress } from '../calls/settings-form.ts';
import { addressOf, isOneService, oneService, openAIClient, type OpenAIService } from '../openai-client.ts';
import type { ChatModel, Log } from '../ports.ts';
import type { RequestForm } from './request-form.ts';
import { contextWindowOf } from './context-windows.ts';
import type { createProviderRequests } from './provider-requests.ts';
import type { ModelTimeouts } from './request-deadline.ts';

/** Which service and model `createOpenAIChatModel` asks, and how. */
export type OpenAIChatModelSettings = OpenAIService & {
  /** The provider's name, for people. Default: the host of its address. */
  name?: string | undefined;
  model: string;
  /** Tokens of request and reply together. Default: the known window of the model, or 128,000. */
  contextWindow?: number | undefined;
  /** How its requests differ from the common form. Further differences are learnt from refusals, and kept while the process runs. */
  form?: Partial<RequestForm>;
  /** Those that are not set depend on the address. */
  timeouts?: Partial<ModelTimeouts>;
  log?: Pick<Log, 'info'>;
};

/** Settings with more fields are accepted. */
const settingsForm = z
  .object({
    name: z.string().min(1).optional(),
    client: openAIClient.optional(),
    baseURL: httpAddress.optional(),
    apiKey: z.string().min(1).optional(),
    model: z.string().min(1),
    contextWindow: z.int().min(1).optional(),
  })
  .refine(isOneService, oneService);

/**
 * One model of one OpenAI-compatible provider, asked once: no retry, no fallback (`createModelList` does that).
 * Throws `ProviderFailure` unless the answer is complete: a stream that stalls, is cut, or ends without saying that
 * it is at the end is a failure. An aborted signal rejects with its reason. Wrong settings throw `invalid_input`.
 */
export function createOpenAIChatModel(settings: OpenAIChatModelSettings): ChatModel {
  checkSettings(settingsForm, settings);
  const { model } = settings;
  const { baseURL, apiKey } = addressOf(settings);
  const { name = new URL(baseURL).hostname, contextWindow = contextWindowOf(model) } = settings;
  let loading: ReturnType<typeof createProviderRequests> | undefined;

  /** With the first request: a host of another provider need not have the client. */
  const requests = () => {
    loading ??= import('./provider-requests.ts').then((driver) =>
      driver.createProviderRequests({ ...settings, name, baseURL, apiKey }),
    );
    return loading;
  };
  return {
    id: `${name}/${model}`,
    contextWindow,
    generate: async (request) => (await requests()).generate(request),
    async *stream(request) {
      yield* (await requests()).stream(request);
    },
  };
}
