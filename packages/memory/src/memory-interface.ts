import type { StartInput } from './background/background.ts';
import type { Chat, ChatInput } from './chat/chat.ts';
import type { createCompaction } from './compaction/compaction.ts';
import type { createDocuments } from './documents/documents.ts';
import type { createDecay } from './maintenance/decay.ts';
import type { CalibrateInput, Calibration } from './embeddings/calibrate.ts';
import type { createContexts } from './context/contexts.ts';
import type { Price } from './context/prices.ts';
import type { MemoryEventListener } from './events.ts';
import type { OwnCategories } from './store/category.ts';
import type { ExtractionInstructions } from './fields/extraction-instructions.ts';
import type { Focus } from './focus/focus.ts';
import type { createConsolidation, ConsolidateInput } from './jobs/consolidation.ts';
import type { createImports } from './imports/imports.ts';
import type { createJobList } from './jobs/job-list.ts';
import type { JobEnd } from './jobs/job-runner.ts';
import type { createJobs } from './jobs/jobs.ts';
import type { Forgettable, ForgettableInput } from './memories/find-forgettable.ts';
import type { KeepInput } from './memories/keep.ts';
import type { createMemories } from './memories/memories.ts';
import type { Stated, StatedInput } from './memories/remember-stated.ts';
import type { RememberedOne } from './memories/remember-all.ts';
import type { RememberInput } from './memories/remember.ts';
import type { OpenAIClient } from './openai-client.ts';
import type { MemoryOptionOverrides } from './options.ts';
import type {
  BeforeStore,
  ChatModel,
  Clock,
  Database,
  EmbeddingModel,
  Log,
  Source,
  TransactionClient,
} from './ports.ts';
import type { GraphInput } from './projects/project-graph.ts';
import type { createProjects } from './projects/projects.ts';
import type { Reembedded, ReembedInput } from './maintenance/reembed.ts';
import type { ExplainInput, Explanation } from './retrieval/explain.ts';
import type { Recall, RecallInput } from './retrieval/recall.ts';
import type { RelatedSession, RelatedSessionsInput } from './retrieval/related-sessions.ts';
import type { SearchInput, SearchResult } from './retrieval/search.ts';
import type { SearchStoresInput, StoreHit } from './retrieval/search-stores.ts';
import type { z } from 'zod';
import type { PostedMessage } from './sessions/posted-conversation.ts';
import type { addInput, userAddInput } from './sessions/requests.ts';
import type { createSessions, Posted } from './sessions/sessions.ts';
import type { Session } from './store/sessions.ts';
import type { ScrubInput, ScrubReport } from './maintenance/scrub.ts';
import type { Stats, StatsInput } from './maintenance/stats.ts';
import type { HandoffInput } from './sharing/handoff.ts';
import type { createShared } from './sharing/shared.ts';
import type { Consolidation } from './store/consolidation.ts';
import type { DeletedSession, ForgottenMessage } from './store/forgetting.ts';
import type { MemoryGraph } from './store/graph.ts';
import type { IdKind } from './store/ids.ts';
import type { Remembered } from './store/memories.ts';
import type { MemoryFile } from './memory-file/memory-file.ts';
import type { createTransfer } from './maintenance/transfer.ts';
import type { createUsers } from './maintenance/users.ts';
import type { Actor } from './types.ts';

/** What `createMemory` is told: the store, the models, and how the memory behaves. */
export type MemorySettings = {
  /**
   * Where the memory is kept: a folder, which gets an embedded store and a journal, or the address of a Postgres server
   * (`postgres://…`), whose tables it makes. Or `database`.
   */
  store?: string;
  /** An open, migrated database. The memory closes it. */
  database?: Database;
  /** A client of OpenAI's own service: it extracts with `gpt-5.4-mini` and embeds with `text-embedding-3-small`, unless `models` or `embeddings` are set. */
  openai?: OpenAIClient;
  /** Default: that of `openai`, or the offline one, which compares words. */
  embeddings?: EmbeddingModel;
  /** Further embedders that are available: a store that was filled by one of them keeps using it. */
  otherEmbeddings?: EmbeddingModel[];
  /**
   * `small` extracts, deduplicates, compacts and tags. Null, of either: rules do this. A function is asked whenever such work begins, for a
   * host whose model changes while the memory is open.
   */
  models?: { small: ChatModel | null | (() => ChatModel | null) } | null;
  /** Prices of the host's models, by model name. The library knows those of some models. */
  prices?: Record<string, Price>;
  clock?: Clock;
  /** IANA name of the users' time zone, for dates such as "until Friday"; by default that of the process. */
  timeZone?: string;
  /** Names of the files that the host puts into every prompt. Extraction leaves out what they say. */
  promptFiles?: string[];
  /**
   * Categories of the host's own, beside those of the library: for each name what belongs into it, in one line, as extraction tells the model.
   * They act as `other`.
   */
  categories?: OwnCategories;
  /**
   * How sessions are read by a model. `instructions`: what to keep and what to leave out, in the host's words, of at most 2,000 characters:
   * one text, or one for each project by its name, and `*` for all others. It goes into every prompt that asks for memories, and moves no
   * rule that protects.
   */
  extraction?: { instructions?: ExtractionInstructions };
  /** The host's own sources of knowledge, searched for every message. */
  sources?: Source[];
  /** Changes or refuses a memory before it is stored: told, extracted or imported. Not asked about edits, and merges of what it let pass. */
  beforeStore?: BeforeStore;
  log?: Log;
  options?: MemoryOptionOverrides;
  /** The focus file, which the user may edit, and its project; null: none. */
  focusFile?: { path: string; project: string | null } | null;
  /**
   * The memory file, which shows what is known about the user and a project, and which the user may edit; null, the default: none. Not with
   * `users: 'many'`.
   */
  memoryFile?: { path: string; project: string | null } | null;
  /** The folder where messages wait while the store is down, and the id of this process. Null: storing them throws. */
  journal?: { folder: string; processId: number } | null;
  /**
   * `one`, the default: the memory is of one person, and no call names a user. `many`: every call needs a user (`as`, `for`), and what one
   * user said is never read for another.
   */
  users?: 'one' | 'many';
};

/** What an agent remembers for one user. Methods throw `MemoryError`: `invalid_input` for wrong arguments. */
export interface UserMemory {
  /** The user, in the form in which the store keeps them; `me` in a store of one user. */
  readonly user: string;
  /** IANA name of the users' time zone, in which days are told. */
  readonly timeZone: string;
  /** The host's own categories, as it declares them. */
  readonly categories: OwnCategories;
  /** Reports saved and forgotten memories, forgotten and pinned messages, and changes of focus to the listener. Returns a function that ends this. */
  onEvent(listener: MemoryEventListener): () => void;

  /** Binds the memory to one conversation, whose turn is then two calls: `recall` and `replied`. Throws `invalid_input`. */
  for(input?: Omit<ChatInput, 'user'>): Chat;
  /**
   * The same memory, for a request that may end early: each call, also of its chats, rejects with the signal's reason as soon as that is
   * aborted. What was begun is done whole or not at all; a message with an id, and a statement, may be stored again.
   */
  withSignal(signal: AbortSignal): UserMemory;
  /** Returns the block for the prompt of a message, and strengthens what it injects (except with `preview`). Throws `invalid_input`. */
  recall(input: RecallInput): Promise<Recall>;
  /** Searches memories, and past messages on request. Strengthens nothing. */
  search(input: SearchInput): Promise<SearchResult>;
  /** Searches memories, messages, sessions and documents, ranked together. Strengthens nothing. */
  searchStores(input: SearchStoresInput): Promise<{ hits: StoreHit[]; degraded: string[] }>;
  /** Explains why a memory is or is not in the result of `recall` for the same input. Strengthens nothing. */
  explain(input: ExplainInput): Promise<Explanation>;

  /**
   * Takes a conversation that was held elsewhere, in the format of OpenAI, Anthropic or Ollama, whole or growing: stores what is new in it, and
   * learns from it in the background. Idempotent. Throws as `sessions.extractFrom`.
   */
  add(messages: PostedMessage[], input?: z.input<typeof addInput>): Promise<Posted>;
  /** Stores a statement of the user at once, with priority highest. Repeating it strengthens the memory. Throws `invalid_input`. */
  remember(input: RememberInput): Promise<Remembered>;
  /**
   * Stores many statements, each as `remember` does, in their order: for each 100 of them one embedding request and one transaction. The answers are in
   * the same order; what cannot be stored is `refused` alone, with the error. Idempotent. Throws `invalid_input` for fields of a wrong form, before
   * anything is stored, and what the store throws; repeat it then.
   */
  rememberAll(inputs: RememberInput[]): Promise<RememberedOne[]>;
  /**
   * Stores each explicit request in a message ("remember this: …") at once, except mere secrets, what is too long for a memory, and requests
   * with nothing to keep: those are `refused`. Without a small model also what the user tells about themselves and how to work ("I'm a nurse"):
   * no extraction knows more of it.
   */
  rememberStated(input: StatedInput): Promise<Stated>;
  /** Stores what the agent remembers on its own. It counts as the user's only if one of their messages says it. */
  keep(input: KeepInput): Promise<Remembered>;

  /** Finds what a request to forget is about, and erases nothing. */
  forgettable(input: ForgettableInput): Promise<Forgettable>;
  /** Single memories: list, change, relate, restore, forget, history. */
  readonly memories: ReturnType<typeof createMemories>;
  /** A project's own memories and how they are related. Throws `invalid_input`. */
  graph(input: GraphInput): Promise<MemoryGraph>;
  /** Completes an id: lists those that begin with a text, with a title for each. */
  findIds(kind: IdKind, beginning: string, limit: number): Promise<{ id: string; title: string }[]>;
  /** Ingested files and pages, which `recall` and `search` read: ingest, list, read, delete. */
  readonly documents: ReturnType<typeof createDocuments>;
  /** Projects: list, describe, archive. */
  readonly projects: Omit<ReturnType<typeof createProjects>, 'delete'>;
  /** Conversations: open, append, end, read. Stored texts are redacted. `related`: earlier sessions that a new one may continue. */
  readonly sessions: Omit<ReturnType<typeof createSessions>, 'goOn' | 'journal' | 'endOrphaned'> & {
    related(input: RelatedSessionsInput): Promise<RelatedSession[]>;
    /** Hands a conversation over to another agent, or to a fresh context, in a new session. */
    handoff(from: string, input: HandoffInput): Promise<{ session: Session; told: string }>;
    /** Erases a message and its quotes for good. Memories that were taken from it stay, and are returned. Idempotent. Throws `not_found`. */
    forgetMessage(sessionId: string, number: number, actor?: Actor): Promise<ForgottenMessage>;
    /**
     * Erases a session, those of the tasks that it delegated, and quotes of it elsewhere. Memories that came from it stay, and are returned.
     * Throws `not_found`, and `session_busy` while it runs a turn.
     */
    delete(id: string, actor?: Actor): Promise<DeletedSession>;
  };
  /** Contexts, as models see them: assembled within a budget, stored, shown, compared and replayed. */
  readonly contexts: Omit<ReturnType<typeof createContexts<Recall>>, 'isWaiting'>;
  /** Keeps a running conversation within the model's window, and stores its memories before messages leave it. */
  readonly compaction: ReturnType<typeof createCompaction>;
  /** Recent topics of the user, tagged in the background, for prompts and the focus file. */
  readonly focus: Focus;

  /** The file in which the user reads and edits what is known. Without the setting `memoryFile` its methods do nothing. */
  readonly memoryFile: Pick<MemoryFile, 'sync' | 'notice'>;

  /** Values that agents share by key, in one order that every process sees. */
  readonly shared: ReturnType<typeof createShared>;

  /** Memories of other products: mem0, LangGraph, Letta, ChatGPT, Markdown of Claude and OpenClaw. Plan, run, list, undo. */
  readonly imports: Omit<ReturnType<typeof createImports>, 'planFor' | 'runFor'>;
  /** The user's background jobs: list, get, try again, undo. */
  readonly jobs: ReturnType<typeof createJobList>;
  /** Counts what the user's memory holds and what it cost. Reads whole tables. */
  stats(input?: StatsInput): Promise<Stats>;
}

/**
 * What a memory can do within a transaction of the host's. What is erased leaves files, too, which no rollback brings back, and what is
 * recalled is strengthened later: both are done outside.
 */
export interface TransactionMemory extends Pick<UserMemory, 'add' | 'remember' | 'rememberAll' | 'search'> {
  readonly memories: Pick<
    UserMemory['memories'],
    'get' | 'list' | 'update' | 'invalidate' | 'restore' | 'history' | 'relate' | 'unrelate' | 'related'
  >;
}

/**
 * An agent's memory in one store, from `createMemory` to `close`. Its own methods of `UserMemory` are those of the only user; with `users:
 * 'many'` they throw `invalid_input`, but `stats` counts all users. All others are for the operator, and work for all users.
 */
export interface Memory extends UserMemory {
  add(messages: PostedMessage[], input?: z.input<typeof userAddInput>): Promise<Posted>;
  /**
   * The kind of store, whom it serves, and its embedder; `canEmbed`: whether that embedder is configured. What an operator should know about the embedder,
   * texts without vectors, and notices of other processes, in words; null if all is well.
   */
  readonly store: {
    kind: Database['kind'];
    users: 'one' | 'many';
    embedder: string;
    embedderNotice: string | null;
    canEmbed: boolean;
    vectorsNotice: string | null;
    sharedNotice: string | null;
  };
  /** Notes for the operator (embedder, daily ceiling, topics, compaction), in words; empty when all is well. */
  notices(): string[];

  /** Binds the memory to one conversation of a user. Throws `invalid_input`. */
  for(input?: ChatInput): Chat;
  /** The memory of one user, by the host's id of them: any text of 1 to 200 characters. Throws `invalid_input`. */
  as(user: string): UserMemory;

  /**
   * The memory of a user within a transaction that the host began on a client of `pg`, in the store's database: what is stored is there
   * if the host commits, and leaves no trace if it rolls back. A call that throws leaves the transaction as it was. Await a call before you use
   * the client again: a statement of yours beside it would be undone with a call that throws. Events and background
   * work follow the commit. Throws `invalid_input` for a store that is not on a Postgres server. Its calls throw it when there is no transaction.
   */
  within(client: TransactionClient, input?: { user?: string }): TransactionMemory;

  readonly projects: ReturnType<typeof createProjects>;
  readonly sessions: UserMemory['sessions'] &
    Pick<ReturnType<typeof createSessions>, 'journal' | 'endOrphaned'>;
  /**
   * Background work: `drain` runs extraction, deduplication and embedding; `onEnqueued` reports new jobs, and `onEnded` each try that ended
   * in this process. Both return a function that ends the listening.
   */
  readonly jobs: UserMemory['jobs'] &
    Omit<ReturnType<typeof createJobs>, 'claimNext'> & {
      onEnqueued(listener: () => void | Promise<void>): () => void;
      onEnded(listener: (end: JobEnd) => void): () => void;
    };
  /** The daily run: prunes faded and expired memories, and deletes old jobs. */
  readonly decay: ReturnType<typeof createDecay>;
  /** Merges, summarises, rescores and archives a project's memories, or plans it. Throws `invalid_input`. */
  consolidate(input: ConsolidateInput): Promise<Consolidation>;
  /** The weekly run over all projects. */
  readonly consolidation: Pick<ReturnType<typeof createConsolidation>, 'enqueueAll' | 'missed'>;

  /**
   * Starts the background work of this process, until `stop` or `close`: jobs, messages that wait for the store, the daily run and the
   * weekly consolidation, which are made up for when they were missed. Several processes share the work. Throws `invalid_input` and `closed`.
   */
  start(input?: StartInput): { stop(): Promise<void> };
  /** Redacts secrets that are already stored. Idempotent. */
  scrub(input?: ScrubInput): Promise<ScrubReport>;
  /** The whole store as lines of JSON, and back. */
  readonly transfer: Omit<ReturnType<typeof createTransfer>, 'exportOf'>;
  /** The users of the store: list, import for, export, erase. */
  readonly users: ReturnType<typeof createUsers>;
  /** Gives every memory a vector of the configured embedder. Repeat it after an interruption. */
  reembed(input?: ReembedInput): Promise<Reembedded>;
  /** Measures the thresholds of the store's embedder on its memories; `apply` uses them from now on. */
  calibrate(input?: CalibrateInput): Promise<Calibration>;

  /** Stops the background work, writes pending accesses, tags, ledger entries and messages, and closes the store. Idempotent. */
  close(): Promise<void>;
}
