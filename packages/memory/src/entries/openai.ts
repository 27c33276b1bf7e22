/** `@devai/memory/openai` */
export { createOpenAIEmbedder, type OpenAIEmbedderSettings } from '../embeddings/openai-embedder.ts';
export { createOpenAIChatModel, type OpenAIChatModelSettings } from '../models/openai-chat-model.ts';
export type { AdapterSettings } from '../adapters/degrading.ts';
export { withMemory } from '../adapters/openai/with-memory.ts';
