import type { ChatModel, Log, Price } from '@devai/memory';
import { contextWindowOf, createOfflineChatModel } from '@devai/memory/models';
import { createModelList } from './model-list.ts';
import {
  createOpenAIChatModel,
  type ModelTimeouts,
  type OpenAIChatModelSettings,
  type RequestForm,
  type RetryPolicy,
} from './openai-chat-model.ts';

type ModelSettings = {
  name: string;
  /** Tokens; undefined: the known window of the model, or 128,000. */
  contextWindow?: number | undefined;
  price?: Price | undefined;
  /** How its requests differ from the common form, as far as known beforehand. */
  form: Partial<RequestForm>;
};

/** An OpenAI-compatible endpoint and its models. */
export type ProviderSettings = {
  name: string;
  baseURL: string;
  /** A local server needs no key. */
  apiKey: string | undefined;
  /** Those that are not set depend on the address. */
  timeouts?: Partial<ModelTimeouts>;
  chat: ModelSettings;
  small: ModelSettings;
};

export type Models = {
  /** For the conversation. */
  chat: ChatModel;
  /** For extraction, deduplication, compaction and tagging; null: rules do this work. */
  small: ChatModel | null;
  /** The chat models in the order that they are asked. */
  names: string[];
  offline: boolean;
};

/** The SDK requires a key even if the server does not. */
const noKey = 'none';

/** Creates the models of the configured providers, in order; the offline model when there are none. Sends no request. */
export function createModels(
  providers: ProviderSettings[],
  log: Log,
  limits: { timeouts?: ModelTimeouts; retries?: RetryPolicy } = {},
): Models {
  if (providers.length === 0) {
    const chat = createOfflineChatModel();
    return { chat, small: null, names: [chat.id], offline: true };
  }
  const create = (provider: ProviderSettings, role: 'chat' | 'small'): ChatModel =>
    createOpenAIChatModel({ ...settingsFor(provider, role, limits.timeouts), log });
  const chat = providers.map((provider) => create(provider, 'chat'));
  const small = providers.map((provider) => create(provider, 'small'));
  return {
    chat: createModelList(chat, log, limits.retries),
    small: createModelList(small, log, limits.retries),
    names: chat.map((model) => model.id),
    offline: false,
  };
}

function settingsFor(
  { name, baseURL, apiKey = noKey, timeouts, ...models }: ProviderSettings,
  role: 'chat' | 'small',
  limits: ModelTimeouts | undefined,
): OpenAIChatModelSettings {
  const { name: model, contextWindow = contextWindowOf(model), form } = models[role];
  return { name, baseURL, apiKey, model, contextWindow, form, timeouts: { ...limits, ...timeouts } };
}
