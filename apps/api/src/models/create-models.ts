import type { ChatModel, Log } from '@devai/memory';
import { contextWindowOf } from './context-windows.ts';
import type { RequestForm } from './accepted-form.ts';
import { createModelList, type RetryPolicy } from './model-list.ts';
import { createOfflineChatModel } from './offline-chat-model.ts';
import { createOpenAIChatModel, type OpenAIChatModelSettings } from './openai-chat-model.ts';
import type { ModelTimeouts } from './request-deadline.ts';

export type ProviderSettings = {
  name: 'zai' | 'openai';
  /** A local server needs none. */
  apiKey: string | undefined;
  /** Undefined: the provider's own. */
  baseURL: string | undefined;
  chatModel: string;
  smallModel: string;
  /** Tokens; undefined: what is known of the model, or 128,000. */
  contextWindow: number | undefined;
};

export type Models = {
  /** For the conversation. */
  chat: ChatModel;
  /** For extraction, deduplication, compaction and tagging; null: rules do. */
  small: ChatModel | null;
  /** The chat models in the order that they are asked. */
  names: string[];
  offline: boolean;
};

const ownAddress = { zai: 'https://api.z.ai/api/paas/v4', openai: 'https://api.openai.com/v1' };

/** The SDK wants a key even where the server does not. */
const noKey = 'none';

/** The models of the configured providers, in order; without any, the offline model. Asks nobody yet. */
export function createModels(
  providers: ProviderSettings[],
  log: Log,
  limits: { timeouts?: ModelTimeouts; retries?: RetryPolicy } = {},
): Models {
  if (providers.length === 0) {
    const chat = createOfflineChatModel();
    return { chat, small: null, names: [chat.id], offline: true };
  }
  const timeouts = limits.timeouts ? { timeouts: limits.timeouts } : {};
  const create = (provider: ProviderSettings, role: 'chat' | 'small'): ChatModel =>
    createOpenAIChatModel({ ...settingsFor(provider, role), ...timeouts, log });
  const chat = providers.map((provider) => create(provider, 'chat'));
  const small = providers.map((provider) => create(provider, 'small'));
  return {
    chat: createModelList(chat, log, limits.retries),
    small: createModelList(small, log, limits.retries),
    names: chat.map((model) => model.id),
    offline: false,
  };
}

function settingsFor(provider: ProviderSettings, role: 'chat' | 'small'): OpenAIChatModelSettings {
  const model = role === 'chat' ? provider.chatModel : provider.smallModel;
  return {
    name: provider.name,
    baseURL: provider.baseURL ?? ownAddress[provider.name],
    apiKey: provider.apiKey ?? noKey,
    model,
    contextWindow: provider.contextWindow ?? contextWindowOf(model),
    form: knownForm(provider, role),
  };
}

/** Where a provider differs from the common form, as far as it is known beforehand. */
function knownForm({ name, baseURL }: ProviderSettings, role: 'chat' | 'small'): Partial<RequestForm> {
  if (name === 'zai') {
    // Z.AI knows json_object alone, and wants its thinking back between tool calls. What the small model is for needs no thinking, which would cost more than the answer.
    const extraBody = role === 'small' ? { thinking: { type: 'disabled' } } : {};
    return { structuredOutput: 'json_object', returnsThinking: true, extraBody };
  }
  const extraBody = role === 'small' ? { reasoning_effort: 'low' } : {};
  // OpenAI's own models reject max_tokens; most local servers behind another address know nothing else
  return baseURL === undefined ? { outputLimit: 'max_completion_tokens', extraBody } : { extraBody };
}
