/**
 * The words of the domain (docs/glossary.md has them all).
 *
 * A **session** is one conversation; a **message** is one entry of it; a **turn** runs from a user message
 * to the finished reply; a **step** is one model call inside a turn. A **memory** is one stored statement;
 * a **candidate** is an extracted statement that is not stored yet; a **topic** is a label on recent work.
 * A **namespace** is where a memory is filed (`devai/project/taskforge/fixes`); its **scope** is the branch
 * that reading is limited by (`devai/project/taskforge`, `devai/user`, `devai/global`).
 */

export const memoryTypes = ['semantic', 'episodic', 'procedural'] as const;
export type MemoryType = (typeof memoryTypes)[number];

export const categories = [
  'decision',
  'plan',
  'architecture',
  'component',
  'task',
  'code_knowledge',
  'preference',
  'other',
] as const;
export type Category = (typeof categories)[number];

/** From the strongest: stated by the user, an error and its fix, a pattern, a discovered fact. */
export const priorities = ['highest', 'high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

export const sources = [
  'user_stated',
  'error_resolution',
  'pattern',
  'discovery',
  'compaction',
  'consolidation',
  'import',
] as const;
export type Source = (typeof sources)[number];

/** Who vouches for a memory. What only a tool's output says is never priority `highest`. */
export const trusts = ['user', 'agent', 'tool'] as const;
export type Trust = (typeof trusts)[number];

export type Metadata = Record<string, unknown>;

/** Where a memory was taken from. `messages` are message numbers of the session. */
export type Evidence = { sessionId: string; messages: number[]; quote: string };

export type Memory = {
  id: string;
  /** 1 to 2,000 characters, understandable without the conversation. */
  content: string;
  title: string | null;
  /** Which embedder made the vector; null while it waits for one. */
  embeddingModel: string | null;
  contentHash: string;
  memoryType: MemoryType;
  category: Category;
  namespace: string;
  priority: Priority;
  /** 1 to 10. */
  importance: number;
  source: Source;
  tags: string[];
  metadata: Metadata;
  evidence: Evidence[];
  /** 0 to 1, as of the moment of reading. */
  strength: number;
  accessCount: number;
  lastAccessedAt: Date;
  pinned: boolean;
  trust: Trust;
  sessionId: string | null;
  isValid: boolean;
  invalidatedAt: Date | null;
  invalidatedReason: string | null;
  supersededBy: string | null;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** An extracted statement, validated, not stored yet. */
export type Candidate = {
  content: string;
  title: string | null;
  memoryType: MemoryType;
  category: Category;
  namespace: string;
  source: Source;
  priority: Priority;
  importance: number;
  tags: string[];
  metadata: Metadata;
  evidence: Evidence[];
  trust: Trust;
};

export const decisionActions = ['add', 'update', 'delete', 'noop'] as const;
/** `update`: the candidate replaces `targetId`; `delete`: it contradicts it; `noop`: it is known. */
export type DecisionAction = (typeof decisionActions)[number];
export type Decision = {
  /** Index into the batch of candidates. */
  candidate: number;
  action: DecisionAction;
  /** The memory that is replaced, contradicted or already says it. Null for `add`. */
  targetId: string | null;
  reason: string;
};

export const eventActions = [
  'added',
  'updated',
  'superseded',
  'invalidated',
  'restored',
  'merged',
  'pruned',
  'pinned',
  'unpinned',
  'forgotten',
] as const;
export type EventAction = (typeof eventActions)[number];

export const relationKinds = ['depends_on', 'implements', 'supersedes', 'relates_to', 'contradicts'] as const;
export type RelationKind = (typeof relationKinds)[number];
/** "`fromId` depends on `toId`", and so on. */
export type Relation = { fromId: string; kind: RelationKind; toId: string };
/** A relation as one of its two memories has it: `to` the other or `from` it; `memory` is the other as it stands now. */
export type RelatedMemory = Relation & { direction: 'to' | 'from'; memory: Memory };

/** By whom a memory was changed. `id` is the session's or job's id, where there is one. */
export type Actor = { kind: 'session' | 'job' | 'user' | 'agent'; id: string | null };

export type MemoryEvent = {
  id: number;
  memoryId: string;
  at: Date;
  action: EventAction;
  reason: string;
  actor: Actor;
  before: Metadata | null;
  after: Metadata | null;
};

/** How far long work is; `total` may grow while it runs. */
export type Progress = { done: number; total: number };

export const messageRoles = ['system', 'user', 'assistant', 'tool'] as const;
export type MessageRole = (typeof messageRoles)[number];
export const messageTypes = ['text', 'tool_call', 'tool_result', 'notice'] as const;
/** `notice` is what the host says in the conversation ("interrupted"), not the model or the user. */
export type MessageType = (typeof messageTypes)[number];

/** A model's request to run a tool. `arguments` is JSON text as the model wrote it. */
export type ToolCall = { id: string; name: string; arguments: string };

export type NewMessage = {
  /** Made by the caller, so that storing the same message twice leaves one. */
  id: string;
  role: MessageRole;
  type: MessageType;
  content: string;
  toolCalls: ToolCall[];
  /** The call that a tool message answers. */
  toolCallId: string | null;
  pinned: boolean;
  /** The host's own. Of an assistant's message `recalled` names the memories (ids) that were in its prompt: what only repeats them is not extracted again. */
  metadata: Metadata;
};

/** A stretch of a text, by characters as JavaScript counts them; `to` is the first after it. */
export type TextPart = { from: number; to: number };

export const markKinds = ['taken', 'forgotten'] as const;
/**
 * What of a message teaches nothing any more: a part of its content, or (null) all of it. `taken`: it was stored at once, as
 * `memoryId`, and is not to be extracted as well, whatever became of that memory. `forgotten`: that memory was forgotten, and no
 * model is to read it again.
 */
export type Mark = { memoryId: string; kind: (typeof markKinds)[number]; part: TextPart | null };

export type Message = NewMessage & {
  sessionId: string;
  project: string | null;
  /** 1, 2, 3 … within the session, without gaps. */
  number: number;
  tokens: number;
  contentHash: string;
  marks: Mark[];
  createdAt: Date;
};

export type Session = {
  id: string;
  name: string | null;
  project: string | null;
  agent: string;
  /** Variables and intermediate results of the session. */
  state: Metadata;
  summary: string | null;
  summaryHash: string | null;
  /** The last message that the summary covers; 0 without one. */
  summaryThrough: number;
  /** The watermark: the last message that was extracted. */
  extractedThrough: number;
  messageCount: number;
  tokenCount: number;
  metadata: Metadata;
  createdAt: Date;
  lastActiveAt: Date;
  endedAt: Date | null;
};

export const jobKinds = ['extract', 'deduplicate', 'embed'] as const;
/**
 * `extract`: take candidates from a session's messages above the watermark through both phases (key: the session).
 * `deduplicate`: phase 2 alone, for a memory stored by an explicit remember (payload `{ memoryId }`) or for a
 * compaction's candidates (payload `{ sessionId, candidates }`). `embed`: fill in missing vectors.
 */
export type JobKind = (typeof jobKinds)[number];
export type JobStatus = 'waiting' | 'running' | 'done' | 'dead';
export type Job = {
  id: string;
  kind: JobKind;
  /** What the job is about: a session's or a memory's id. One job of a kind and key waits at a time. */
  key: string;
  payload: Metadata;
  status: JobStatus;
  attempts: number;
  runAt: Date;
  leasedBy: string | null;
  leasedUntil: Date | null;
  error: string | null;
  result: Metadata | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export type Topic = {
  id: string;
  project: string | null;
  topic: string;
  parentTopic: string | null;
  /** Newest first, at most 20. */
  filePaths: string[];
  directories: string[];
  /** 0 to 1, as of the moment of reading. */
  strength: number;
  touchCount: number;
  sessionCount: number;
  firstSeenAt: Date;
  lastTouchedAt: Date;
  isActive: boolean;
};

/**
 * How a candidate of a search was found: by vector, by words, by importance, because it is pinned, or (`overview`) because all
 * about the user or the project was asked for.
 */
export type Leg = 'vector' | 'words' | 'importance' | 'pinned' | 'overview';

/** A memory that a search found, with everything that explains its place. */
export type Hit = {
  memory: Memory;
  /** Cosine similarity to the query, -1 to 1; null without a query vector or a stored one. */
  similarity: number | null;
  /** Word-match score, 0 upward; null when no word matched. */
  wordScore: number | null;
  legs: Leg[];
  /** The final score: higher is better. */
  score: number;
};

export type MemoryFilter = {
  types?: MemoryType[];
  categories?: Category[];
  tags?: string[];
  sources?: Source[];
  priorities?: Priority[];
  minImportance?: number;
  sessionId?: string;
  /** Created at or after. */
  since?: Date;
  /** Created before. */
  until?: Date;
  /** Which memories were valid at that moment. */
  asOf?: Date;
};
