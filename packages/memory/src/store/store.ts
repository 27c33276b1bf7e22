import type {
  Actor,
  Candidate,
  Decision,
  Memory,
  MemoryEvent,
  MemoryFilter,
  Message,
  Metadata,
  Priority,
  RelatedMemory,
  Relation,
  TextPart,
  Topic,
} from '../types.ts';
import type { IdStore } from './id-store.ts';
import type { JobStore } from './stored-jobs.ts';
import type { StatsStore } from './store-stats.ts';
import type { TransferStore } from './stored-rows.ts';
import type { Seen, SessionStore } from './stored-sessions.ts';
import type { TextStore } from './stored-texts.ts';
import type { UsageEntry } from './stored-usage.ts';

/**
 * What the library asks of the store: one method is one SQL function of the same name in snake case, one
 * round trip, atomic. Stages take the methods that they call as a `Pick` of these.
 */
export type Store = MemoryStore &
  SessionStore &
  JobStore &
  TopicStore &
  SettingStore &
  IdStore &
  StatsStore &
  TextStore &
  TransferStore;

/** A statement as it is written: the candidate with what the library computed of it. */
export type StoredCandidate = Candidate & {
  id: string;
  contentHash: string;
  /** Distinct words of title, content and tags, for the word leg. */
  words: string[];
  vector: number[] | null;
  embeddingModel: string | null;
  sessionId: string | null;
};

export type MatchQuery = {
  /** Null: no vector leg (the embedder did not answer). */
  vector: number[] | null;
  embeddingModel: string | null;
  words: string[];
  /** Scopes that may be read, compared whole. */
  scopes: string[];
  /** Narrows to these namespaces and what lies under them, by whole segments; empty: all of the scopes. */
  namespaces: string[];
  retrievalThreshold: number;
  noiseFloor: number;
  limit: number;
  filter: MemoryFilter;
  /** Narrows to this memory. */
  memoryId?: string | undefined;
};

/** A memory that a leg of `matchMemories` returned. Fusing and ranking is retrieval's work. */
export type Match = {
  memory: Memory;
  /** Cosine similarity; null without a vector on either side. */
  similarity: number | null;
  /** BM25 over the query's words; null when none matched. */
  wordScore: number | null;
  /**
   * `wordScore` as a share of what a memory of average length that holds every word of the query would get (the sum
   * of all their idf, words that no memory has included): 0 to 1, a little above for a short memory that holds
   * them all; null as `wordScore` is. What makes word scores of different questions and stores comparable.
   */
  wordShare: number | null;
  /** It shares a word with the query that few memories of these scopes have. */
  sharesRareWord: boolean;
  /** How many valid memories these scopes hold; estimated above 2,000. */
  searched: number;
};

export type NeighbourQuery = { vector: number[] | null; words: string[]; scope: string; contentHash: string };
export type Neighbour = {
  memory: Memory;
  similarity: number | null;
  wordScore: number | null;
  sameHash: boolean;
};

/** What became of one candidate. `memoryId` is the row that says it now. */
export type Applied = {
  candidate: number;
  action: 'added' | 'updated' | 'contradicted' | 'known' | 'refused';
  memoryId: string;
  previousId: string | null;
  reason: string;
};

/** A part of a stored message, or (null) all of it. */
export type MessagePart = { sessionId: string; number: number; part: TextPart | null };

/** Where somebody found what is to be forgotten, and the summaries without it. `isSource`: it came from there. */
export type ForgottenPlaces = {
  marks: (MessagePart & { isSource: boolean })[];
  summaries: { sessionId: string; before: string; summary: string; summaryHash: string }[];
};

/** `keptMessages`: how many messages still hold it, hidden from every model. */
export type Forgotten = { forgotten: boolean; erasedMessages: number; keptMessages: number };

export type MemoryPatch = {
  content?: {
    content: string;
    contentHash: string;
    /** Null keeps the vector of a text that stays the same; a new one waits for it. */
    vector: number[] | null;
    embeddingModel: string | null;
  };
  /** Needed with content, title or tags: the words of the texts as they will be, and what those texts are. */
  index?: { words: string[]; contentHash: string; title: string | null; tags: string[] };
  title?: string | null;
  namespace?: string;
  priority?: Priority;
  importance?: number;
  tags?: string[];
  metadata?: Metadata;
  pinned?: boolean;
  expiresAt?: Date | null;
};

export type DecayReport = {
  prunedMemories: number;
  /** Ended because their date had passed. */
  expiredMemories: number;
  prunedTopics: number;
  fadingMemories: number;
  fadingTopics: number;
};

export type TidyReport = {
  /** Finished jobs that nobody can undo any more. */
  removedJobs: number;
  /** Entries of the ledger that stand in another's sum now. */
  mergedEntries: number;
};

export type MemoryStore = {
  /**
   * The union of the legs for one question: `limit` rows each of the nearest by cosine at or above `retrievalThreshold`, of the
   * word matches by BM25, and of importance ≥ 8 when above `noiseFloor` or sharing a rare word; 2 × `limit` each of the best
   * by cosine and words together × strength now, and of the pinned. Only valid (or valid at `asOf`), unexpired, not faded.
   */
  matchMemories(query: MatchQuery): Promise<Match[]>;
  /**
   * The `limit` most important memories of some scopes and of what the user told of herself in others, and what is pinned; without
   * figures of a search.
   */
  overviewMemories(query: {
    scopes: string[];
    toldScopes: string[];
    pinnedScopes: string[];
    limit: number;
  }): Promise<Match[]>;
  /** For each candidate its best `limit` valid neighbours in its scope, by fused rank, plus the one with its hash. */
  matchNeighbours(
    candidates: NeighbourQuery[],
    options: { noiseFloor: number; embeddingModel: string | null; limit: number },
  ): Promise<Neighbour[][]>;
  /**
   * Stores one statement at once and, in the same transaction, a `deduplicate` job for it. With the same hash in
   * the scope: strengthens the existing row (higher priority and importance kept) and adds nothing.
   */
  remember(
    statement: StoredCandidate,
    actor: Actor,
    reason: string,
    /** Where it stands in stored messages: no extraction takes it from there again. */
    parts?: MessagePart[],
  ): Promise<{ memory: Memory; action: 'added' | 'known' }>;
  /**
   * Applies all decisions of a job in one transaction: memories, their events, the session's watermark
   * (when `extractedThrough` is given) and the job's completion. A decision whose target changed meanwhile, or that
   * would let something weaker change a user-stated memory, is refused for that candidate and added instead
   * where that loses nothing. Throws `lease_lost` and applies nothing when `worker` no longer holds the job,
   * `conflict` when the session's watermark is not at `extractedFrom`, or something of what was read was taken or forgotten since.
   */
  applyDecisions(input: {
    jobId: string;
    worker: string;
    candidates: StoredCandidate[];
    decisions: Decision[];
    watermark: { sessionId: string; from: number; through: number } | null;
    seen?: Seen | null;
    result: Metadata;
    /** What the job used, entered in the ledger with its end. */
    usage?: UsageEntry[];
  }): Promise<Applied[]>;
  /** Applies phase 2 to a statement that is already stored (explicit remember). Same rules as `applyDecisions`. */
  applyToStored(input: {
    jobId: string;
    worker: string;
    memoryId: string;
    decision: Decision;
    result: Metadata;
    usage?: UsageEntry[];
  }): Promise<Applied>;

  getMemory(id: string): Promise<Memory | null>;
  /** Newest first. `after` is the id of the last one of the page before. */
  listMemories(query: {
    scopes: string[] | null;
    namespaces: string[];
    includeInvalid: boolean;
    filter: MemoryFilter;
    after: string | null;
    limit: number;
  }): Promise<Memory[]>;
  /**
   * Null, and nothing is changed, when its texts would be others than the patch's index was made of: read it again. `conflict`
   * when it was changed after `unchangedSince` (without one: whatever happened).
   */
  updateMemory(
    id: string,
    patch: MemoryPatch,
    actor: Actor,
    reason: string,
    unchangedSince?: Date | null,
  ): Promise<Memory | null>;
  /**
   * Where a memory may stand: messages and summaries of the sessions that it came from or was recalled in. `words`: the content words
   * of all that it ever said.
   */
  findMentions(
    memoryId: string,
    words: string[],
  ): Promise<{
    messages: Message[];
    summaries: { sessionId: string; summary: string }[];
  }>;
  /** How many memories were ever forgotten, by any process. */
  countForgotten(): Promise<number>;
  /**
   * Erases the text from the memory, its events, evidence, waiting jobs and sessions; leaves a tombstone event without text. Messages
   * that hold it are marked as forgotten: where `marks` says, else as a whole. With `messages` those that are a source are emptied,
   * also by a later call. `conflict` when the memory or a summary was changed meanwhile. Idempotent.
   */
  forgetMemory(
    id: string,
    actor: Actor,
    options: { messages: boolean } & Partial<ForgottenPlaces>,
  ): Promise<Forgotten>;
  /** Makes an invalidated memory valid again; what superseded it is invalidated. `conflict` when the same statement is valid. */
  restoreMemory(id: string, actor: Actor, reason: string): Promise<Memory>;
  invalidateMemory(id: string, actor: Actor, reason: string): Promise<Memory>;
  memoryHistory(id: string): Promise<MemoryEvent[]>;
  /** Reinforcement: access_count + 1, last_accessed_at = now, strength = 1, in one statement. */
  touchMemories(ids: string[]): Promise<number>;
  /** Prunes what has faded below the threshold (memories and topics) and ends what has expired, writing nothing else. */
  decay(options: { threshold: number; warnDays: number }): Promise<DecayReport>;
  /** Lets go of jobs done, and puts together entries of the ledger made, more than these days ago. Dead jobs stay. */
  tidy(options: { jobDays: number; ledgerDays: number }): Promise<TidyReport>;
  /** Rows without a vector of `embeddingModel`, oldest first. */
  listUnembedded(
    embeddingModel: string,
    limit: number,
  ): Promise<{ id: string; content: string; contentHash: string }[]>;
  countUnembedded(embeddingModel: string): Promise<number>;
  /** Fills in vectors of texts that are still the same. Returns how many. */
  setEmbeddings(
    embeddingModel: string,
    vectors: { id: string; contentHash: string; vector: number[] }[],
  ): Promise<number>;
  /** Whether the relation is new. Throws `not_found`, `invalid_input` (another project's memory). */
  relateMemories(relation: Relation): Promise<boolean>;
  /** Whether there was such a relation. */
  unrelateMemories(relation: Relation): Promise<boolean>;
  /** Of a memory and of those that it supersedes; `scopes` limits which other memories are shown, null: all. */
  listRelations(id: string, scopes: string[] | null): Promise<RelatedMemory[]>;
};

export type TopicTouch = {
  project: string | null;
  topic: string;
  parentTopic: string | null;
  filePaths: string[];
  directories: string[];
  sessionId: string | null;
};

export type TopicStore = {
  /** Active topics of a project (null: those without one), strongest first. */
  listTopics(project: string | null, options: { includeInactive: boolean; limit: number }): Promise<Topic[]>;
  /** Inserts the topic or bumps it: paths merged (newest first, at most `maximumPaths`), strength 1, one more touch, one more session when it is another. */
  touchTopic(touch: TopicTouch, options: { maximumPaths: number }): Promise<Topic>;
  /** Applies the user's edits of the focus file in one transaction. */
  editTopics(input: {
    project: string | null;
    deactivate: string[];
    insert: { topic: string; parentTopic: string | null; filePaths: string[]; directories: string[] }[];
    replacePaths: { id: string; filePaths: string[]; directories: string[] }[];
  }): Promise<Topic[]>;
};

export type SettingStore = {
  getSetting(key: string): Promise<unknown>;
  /** `value` is an object or array: a bare text or number does not arrive as JSON through every API. */
  setSetting(key: string, value: object): Promise<void>;
  /** Sets it when it is not set; returns what stands there then. */
  claimSetting(key: string, value: object): Promise<unknown>;
  /** Enters model and embedding calls in the ledger. */
  recordUsage(entries: UsageEntry[]): Promise<void>;
  /** Tokens, in and out, in today's ledger (UTC), of all processes. */
  usedToday(): Promise<number>;
};
