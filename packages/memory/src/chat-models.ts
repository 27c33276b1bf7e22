/** Chat models of OpenAI-compatible providers, and what a host needs to configure them. */
export { commonForm, requestForm, type RequestForm } from './models/request-form.ts';
export { contextWindowOf, leastWindow } from './models/context-windows.ts';
export { createModelList, type RetryPolicy } from './models/model-list.ts';
export { createOfflineChatModel } from './offline/offline-chat-model.ts';
export { createOpenAIChatModel, type OpenAIChatModelSettings } from './models/openai-chat-model.ts';
export { toOpenAIRequest } from './models/openai-request.ts';
export { createProviderFetch } from './models/provider-fetch.ts';
export { timeoutsFor, type ModelTimeouts } from './models/request-deadline.ts';
