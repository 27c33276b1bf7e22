/** `@devai/memory/ai-sdk` */
export type { AdapterSettings } from '../adapters/degrading.ts';
export { createAiSdkChatModel, type AiSdkChatModelSettings } from '../adapters/ai-sdk/chat-model.ts';
export { createAiSdkEmbedder, type AiSdkEmbedderSettings } from '../adapters/ai-sdk/embedder.ts';
export { createMemoryMiddleware } from '../adapters/ai-sdk/middleware.ts';
