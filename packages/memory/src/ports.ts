import type { ArgumentsOf, FunctionName, MigrationStatus } from '@devai/db';
import type { MemoryError } from './errors.ts';
import type { MemoryRecord } from './store/memories.ts';
import type { Candidate, Given, ToolCall } from './types.ts';

/** The arguments of an SQL function. One whose rows have an owner refuses to run without a user. */
export type CallArguments<Name extends FunctionName> = Omit<ArgumentsOf<Name>, 'user'> & {
  user?: string | null;
};

/**
 * The store, through its SQL functions only. Each call is atomic and one round trip.
 *
 * `call` returns the function's `jsonb` result, unparsed, and throws `MemoryError`.
 */
export interface Database {
  readonly kind: 'pglite' | 'postgres' | 'supabase';
  readonly capabilities: {
    /** Whether two calls can run at the same time. */
    concurrentConnections: boolean;
    /** Whether only one process at a time can hold the store. */
    exclusive: boolean;
  };
  call<Name extends FunctionName>(name: Name, args: CallArguments<Name>): Promise<unknown>;
  /** Calls back whenever a process notifies the channel, and after a lost connection. Absent: the store has to be polled. */
  listen?(channel: string, onNotice: () => void): Promise<Listening>;
  /** What the store lacks of this version: migrations, and functions that are missing or of another version. Throws `MemoryError`. */
  migrationStatus(): Promise<MigrationStatus>;
  /** Calls in a transaction that the host began on a connection of its own. Absent: no host has connections to this store. */
  within?(client: TransactionClient): Transaction;
  close(): Promise<void>;
}

/**
 * A client of `pg` on which the host began a transaction, as far as it is used. The types of `pg` are no part of this package's own, so that
 * they need not be installed and can be of another version.
 */
export interface TransactionClient {
  query(query: { text: string; values?: unknown[]; types?: object }): Promise<{ rows: object[] }>;
}

/** The store within a transaction of the host's. A call that throws leaves the transaction as it was before. */
export type Transaction = Pick<Database, 'call'> & {
  /** Resolves when the transaction of the last call ended: whether it was committed. Throws `MemoryError` when the store fails. */
  hasCommitted(): Promise<boolean>;
};

export type Listening = {
  /** Whether notices arrive: a pooler may pass on none. While they do not, the store has to be polled. */
  isHeard(): boolean;
  /** Ends the calls back. */
  end(): Promise<void>;
};

/** Thresholds of one embedder, as cosine similarity (-1 to 1). */
export type EmbeddingThresholds = {
  /** The minimum for a relevant memory. */
  retrieval: number;
  /** Below this, two texts are unrelated. */
  noiseFloor: number;
  /** The cosine's weight beside the words in the ranking, 0 to 1. Default: 0.6. */
  vectorPart?: number;
  /**
   * The least that a cosine counts where a word is shared, 0 to 1 of what suffices alone: a low one says little when the embedder
   * knows only words. Default: 0.
   */
  leastBesideWords?: number;
  /**
   * The share of the evidence needed that suffices for what the user said, if they ask about themselves, 0 to 1: such a question can only
   * be about what they told. Default: 0.72.
   */
  askerPart?: number;
};

/** The answer of an embedder. */
export type Embeddings = {
  /** One per text, in order, of unit length. */
  vectors: number[][];
  /** Tokens billed; 0 for a local embedder. */
  tokens: number;
  /** One per text, where they differ by text; absent: the embedder's. */
  thresholds?: EmbeddingThresholds[];
};

export type EmbedOptions = {
  signal?: AbortSignal;
  /** Whether the texts are questions or passages (the default): some models embed them differently. */
  kind?: 'query' | 'passage';
  /**
   * For callers of the memory's own wrapper, which answers it: called with the index of each text that is refused by itself. Its vector is
   * empty. Without it, the refusal is thrown.
   */
  onRefused?: (index: number, error: MemoryError) => void;
};

/** Makes vectors of texts, so that memories are found by their meaning. */
export interface EmbeddingModel {
  /** Names the vector space. Vectors of different ids are never compared. */
  readonly id: string;
  /** Must be 512, as in the store. */
  readonly dimensions: number;
  /** Texts per request. */
  readonly maxBatch: number;
  readonly thresholds: EmbeddingThresholds;
  /** Whether an operator set the thresholds, which a stored calibration then does not replace. */
  readonly thresholdsAreSet?: boolean;
  /** Whether it runs in this process: nothing is billed or leaves the machine. */
  readonly isLocal?: boolean;
  /** Whether it embeds a repeated text once, also while the first call is under way. */
  readonly isCaching?: boolean;
  /** Throws `MemoryError` (`embedding_failed`). An aborted signal rejects with its reason. */
  embed(texts: string[], options?: EmbedOptions): Promise<Embeddings>;
}

/** What a sentence model makes of a text. */
export type Meaning = {
  /** At most 512 values, of any length. */
  values: ArrayLike<number>;
  /** The model's part in the vector of the text, 0 to 1: 0 where it does not know the language. */
  weight: number;
};

/** A sentence model of this machine, whose vectors are laid over those of the words. */
export interface MeaningModel {
  /** Names the vector space, of model and words together. */
  readonly id: string;
  /** One per text, in order. Throws an `Error` that says what is wrong. An aborted signal rejects with its reason. */
  embed(texts: string[], options?: EmbedOptions): Promise<Meaning[]>;
}

/** A message as a chat model takes it. */
export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | {
      role: 'assistant';
      content: string;
      toolCalls?: ToolCall[];
      /** What the model thought before its calls, unchanged, for providers that want it back within the turn. */
      thinking?: string;
    }
  | { role: 'tool'; toolCallId: string; content: string };

/** A message of the running conversation, as the model sees it. */
export type ContextMessage = {
  message: ChatMessage;
  /** Its number in the session; null for a summary, which is not stored as a message. */
  number: number | null;
  /** As counted by the tokenizer. */
  tokens: number;
  pinned: boolean;
  /** The same message as it is stored, redacted. Undefined for what is not a message of the session: a summary, a shortened message. */
  stored?: ChatMessage | undefined;
};

/** A JSON schema. */
export type JsonSchema = Record<string, unknown>;
/** A tool that a model may call, with the JSON schema of its arguments. */
export type ToolSchema = { name: string; description: string; parameters: JsonSchema };

/** What a chat model is asked. */
export type ModelRequest = {
  messages: ChatMessage[];
  tools?: ToolSchema[];
  /** Asks for JSON of this shape. The reply's `content` is still text, to be parsed and checked. */
  schema?: { name: string; schema: JsonSchema };
  maxOutputTokens?: number;
  /** Lines of the prompt that are about the message, for a model that cannot tell by itself. */
  about?: string[];
  /** The memories in the prompt, for a model that cannot tell their kinds and days from it. */
  memories?: Pick<MemoryRecord, 'content' | 'trust' | 'category' | 'namespace' | 'createdAt'>[];
  /** What shows the reply, for a model that names commands; null: unknown. */
  client?: 'terminal' | 'page' | null;
  /** Tokens of messages and tools, if the caller has counted them: they are the usage when the provider reports none. */
  inputTokens?: number;
  signal?: AbortSignal;
};

/** The tokens of a request and its reply; the cached ones are part of the input. */
export type ModelUsage = { inputTokens: number; outputTokens: number; cachedTokens: number };
/** The whole answer of a chat model. */
export type ModelReply = {
  content: string;
  toolCalls: ToolCall[];
  /** What the model thought before it answered, if it says so. Not part of the reply: never stored. */
  thinking?: string;
  model: string;
  usage: ModelUsage;
  /** The text was cut at the output limit. Never set with a `schema`. */
  truncated?: true;
  /** The text says nothing but what the memory in the prompt says. */
  quotesMemory?: true;
};

/** `reset`: discard what was streamed, because another provider starts over. `reply` is always last. */
export type ModelEvent =
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_delta'; text: string }
  | { type: 'reset'; reason: string }
  | { type: 'reply'; reply: ModelReply };

/**
 * A chat model behind its retry, fallback and timeout policy.
 *
 * Both methods throw `MemoryError` (`model_failed`, `model_refused`) if no provider answers completely. An aborted signal rejects with
 * its reason. A cut stream is a failure, never a short reply.
 */
export interface ChatModel {
  readonly id: string;
  /** Maximum tokens of a request and its reply together. */
  readonly contextWindow: number;
  generate(request: ModelRequest): Promise<ModelReply>;
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** What a source is asked. */
export type SourceQuery = {
  /** The user's message, without secrets. */
  query: string;
  /** Its vector in the store's space; null when it could not be embedded. */
  vector: number[] | null;
  project: string | null;
  /** More tokens than these do not fit. */
  budgetTokens: number;
  signal: AbortSignal;
};

/** What a source found. */
export type SourceItem = {
  text: string;
  /** How relevant it is, 0 to 1: what is not relevant is not returned. Items of all sources compete by it. */
  score: number;
  /** Identifies it within its source, and tells a person where it comes from. */
  provenance: { id: string; title: string };
};

/** Knowledge of the host that is searched for every message, besides memories and documents: a wiki, a ticket system. */
export interface Source {
  /** Lower-case letters, digits and hyphens; heads its section of the prompt. */
  readonly id: string;
  /** Called within the time limit of a recall. What it throws is reported as degraded; the turn continues without it. */
  search(query: SourceQuery): Promise<SourceItem[]>;
}

/** A memory that is about to be stored. `user`: as `UserMemory.user`. */
export type ProposedMemory = Pick<
  Candidate,
  'content' | 'title' | 'category' | 'namespace' | 'importance' | 'tags' | 'metadata' | 'trust'
> & { user: string; expiresAt: Date | null };
/** What the host sets in it. */
export type ProposedChange = Given<
  Pick<ProposedMemory, 'content' | 'title' | 'importance' | 'tags' | 'metadata' | 'expiresAt'>
>;
/**
 * Called with each memory before it is stored, wherever it comes from. False: it is not stored. Fields that are returned replace its own. What
 * it throws makes the call throw, or the job try again.
 */
export type BeforeStore = (
  memory: ProposedMemory,
) => ProposedChange | false | void | Promise<ProposedChange | false | void>;

/** Tells the time to the library. */
export interface Clock {
  now(): Date;
}

/** The library's log. Message contents go to `debug` only. */
export interface Log {
  debug(fields: Record<string, unknown>, text: string): void;
  info(fields: Record<string, unknown>, text: string): void;
  warn(fields: Record<string, unknown>, text: string): void;
  error(fields: Record<string, unknown>, text: string): void;
}
