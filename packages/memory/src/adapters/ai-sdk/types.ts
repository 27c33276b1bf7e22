import type { EmbeddingModel, LanguageModel } from 'ai';

/** A model of the AI SDK, not its name, which only the SDK's own gateway resolves. */
export type AiSdkLanguageModel = Extract<LanguageModel, { specificationVersion: 'v3' | 'v4' }>;
export type AiSdkEmbeddingModel = Extract<EmbeddingModel, { specificationVersion: 'v3' | 'v4' }>;

export type CallOptions = Parameters<Extract<LanguageModel, { specificationVersion: 'v4' }>['doGenerate']>[0];
export type PromptMessage = CallOptions['prompt'][number];
