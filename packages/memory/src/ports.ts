import type { ArgumentsOf, FunctionName } from '@devai/db';
import type { ToolCall } from './types.ts';

/**
 * The store, reached by SQL functions only. Each call is atomic and one round trip.
 *
 * `call` returns the function's `jsonb` result, unparsed, and throws `MemoryError`.
 */
export interface Database {
  readonly kind: 'pglite' | 'postgres' | 'supabase';
  readonly capabilities: {
    /** Two calls can run at the same time. */
    concurrentConnections: boolean;
    /** No other process can hold the store while this one does. */
    exclusive: boolean;
  };
  call<Name extends FunctionName>(name: Name, args: ArgumentsOf<Name>): Promise<unknown>;
  close(): Promise<void>;
}

/** What similarity means for one embedder (cosine, -1 to 1). */
export type EmbeddingThresholds = {
  /** At or above it a memory counts as relevant to a question. */
  retrieval: number;
  /** Below it two texts have nothing to do with each other. */
  noiseFloor: number;
};

export type Embeddings = {
  /** One per text, in order, of unit length. */
  vectors: number[][];
  /** Tokens billed; 0 for a local embedder. */
  tokens: number;
};

export interface EmbeddingModel {
  /** Names the vector space: vectors of different ids are never compared. */
  readonly id: string;
  /** 512: what the store holds. */
  readonly dimensions: number;
  /** Texts per request. */
  readonly maxBatch: number;
  readonly thresholds: EmbeddingThresholds;
  /** An operator set the thresholds: what a calibration stored does not replace them. */
  readonly thresholdsAreSet?: boolean;
  /** It runs in this process: nothing is billed, and nothing leaves the machine. */
  readonly isLocal?: boolean;
  /** Throws `MemoryError` (`embedding_failed`); an aborted signal rejects with its reason. */
  embed(texts: string[], options?: { signal?: AbortSignal }): Promise<Embeddings>;
}

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; content: string };

/** A message in the running conversation, as the model will see it. */
export type ContextMessage = {
  message: ChatMessage;
  /** Its number in the session; null for what is not stored as a message (a summary). */
  number: number | null;
  /** Counted once, by the tokenizer. */
  tokens: number;
  pinned: boolean;
};

export type JsonSchema = Record<string, unknown>;
export type ToolSchema = { name: string; description: string; parameters: JsonSchema };

export type ModelRequest = {
  messages: ChatMessage[];
  tools?: ToolSchema[];
  /** Asks for JSON of this shape. The reply's `content` is still text, to be parsed and checked. */
  schema?: { name: string; schema: JsonSchema };
  maxOutputTokens?: number;
  signal?: AbortSignal;
};

export type ModelUsage = { inputTokens: number; outputTokens: number; cachedTokens: number };
export type ModelReply = {
  content: string;
  toolCalls: ToolCall[];
  model: string;
  usage: ModelUsage;
  /** The text ends at the output limit, not where the model wanted to. Never set on an answer to a `schema`. */
  truncated?: true;
};

/** `reset`: what was streamed so far is void (another provider starts over). `reply` is always the last. */
export type ModelEvent =
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_delta'; text: string }
  | { type: 'reset'; reason: string }
  | { type: 'reply'; reply: ModelReply };

/**
 * A chat model behind its retry, fallback and timeout policy.
 *
 * Both ways throw `MemoryError` (`model_failed`, `model_refused`) when no provider answers whole; an
 * aborted signal rejects with its reason. A cut stream is a failure, never a short reply.
 */
export interface ChatModel {
  readonly id: string;
  /** Tokens that a request and its reply may have together. */
  readonly contextWindow: number;
  generate(request: ModelRequest): Promise<ModelReply>;
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export interface Clock {
  now(): Date;
}

/** Where the library says what it did. Message contents go to `debug` only. */
export interface Log {
  debug(fields: Record<string, unknown>, text: string): void;
  info(fields: Record<string, unknown>, text: string): void;
  warn(fields: Record<string, unknown>, text: string): void;
  error(fields: Record<string, unknown>, text: string): void;
}
