import type { MemoryRecord } from './store/memories.ts';

/**
 * The terms of the domain (docs/glossary.md defines all of them).
 *
 * A **session** is one conversation; a **message** is one entry of it; a **turn** runs from a user message
 * to the finished reply; a **step** is one model call inside a turn. A **memory** is one stored statement;
 * a **candidate** is an extracted statement that is not stored yet; a **topic** is a label on recent work.
 * A **namespace** is where a memory is filed (`devai/project/taskforge/fixes`); its **scope** is the branch
 * that reading is limited by (`devai/project/taskforge`, `devai/user`, `devai/global`).
 */

/** The types of memories: facts, what happened, and how to do something. */
export const memoryTypes = ['semantic', 'episodic', 'procedural'] as const;
/** One of the types of memories. */
export type MemoryType = (typeof memoryTypes)[number];

/** The categories of the library, the only list of them. A host may add its own (`MemorySettings.categories`), which act as `other`. */
export const categories = [
  'decision',
  'plan',
  'architecture',
  'component',
  'task',
  'code_knowledge',
  'preference',
  'profile',
  'rule',
  'other',
] as const;
/** A category of the library. */
export type KnownCategory = (typeof categories)[number];
/** A category of the library, or one that the host declares. */
export type Category = KnownCategory | (string & {});
export const isKnownCategory = (category: Category): category is KnownCategory =>
  categories.some((one) => one === category);
/** `other`, and what a host declares, about which the library knows nothing more. */
export const actsAsOther = (category: Category): boolean =>
  category === 'other' || !isKnownCategory(category);

/** What every prompt shows, whatever it asks: who the user is, what they like, and what always or never to do. */
export const standingCategories = ['profile', 'preference', 'rule'] as const satisfies Category[];
export type StandingCategory = (typeof standingCategories)[number];
export const isStanding = (category: Category): category is StandingCategory =>
  standingCategories.some((one) => one === category);

/** From highest to lowest: stated by the user, an error and its fix, a pattern, a discovered fact. */
export const priorities = ['highest', 'high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

/** How a memory came to be known. */
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

/** Who a memory's text comes from: `other` is another person in the user's conversation. Only what the user says has priority `highest`. */
export const trusts = ['user', 'other', 'agent', 'tool'] as const;
export type Trust = (typeof trusts)[number];

/** How one memory is related to another, by how much the other helps who reads the one. */
export const relationKinds = [
  'depends_on',
  'implements',
  'part_of',
  'supersedes',
  'contradicts',
  'relates_to',
] as const;
export type RelationKind = (typeof relationKinds)[number];
/** A relation to the memory with an id. */
export type RelationTo = { kind: RelationKind; to: string };

export type Metadata = Record<string, unknown>;

/** Any of the fields; one that is undefined counts as not given. */
export type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** The source of a memory. `messages` are message numbers of the session. */
export type Evidence = { sessionId: string; messages: number[]; quote: string };

/** An extracted, validated statement that is not stored yet. */
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
  /**
   * Set where a model says that the user stated it and words do not tell: its importance if the user did. Deduplication asks, and the
   * answer decides.
   */
  claimed?: number | undefined;
  /** When it was learnt elsewhere, if it is imported. Absent: now, or when its messages were said. */
  saidAt?: Date | null | undefined;
  /** Until when it holds; without a date it does not end by itself. */
  expiresAt?: Date | null | undefined;
  /** Its event time. Both absent or null: what its text names. */
  holdsFrom?: Date | null | undefined;
  holdsUntil?: Date | null | undefined;
  /** Set where another candidate of the batch is related to it. */
  id?: string | undefined;
  /** To memories, or to other candidates of the batch by their id. */
  relations?: RelationTo[] | undefined;
};

/** What a user said, and the agent before them, in a few sentences. */
export type Said = { text: string; reply: string };
/** Whether a statement is the user's: in their words; perhaps, which a model that reads `said` can tell; or not. */
export type Judged = { isUsers: 'yes' | 'no' } | { isUsers: 'perhaps'; said: Said };

export const decisionActions = ['add', 'update', 'delete', 'noop'] as const;
/** `update`: the candidate replaces `targetId`; `delete`: it contradicts it; `noop`: it is known. */
export type DecisionAction = (typeof decisionActions)[number];
export type Decision = {
  /** Index into the batch of candidates. */
  candidate: number;
  action: DecisionAction;
  /** The memory that is replaced, contradicted or the same. Null for `add`. */
  targetId: string | null;
  reason: string;
  /** The memory that an added candidate may contradict, where nobody could tell. */
  disputes?: string;
  /** Of an update that changes a part: the candidate together with what stays true of the memory. */
  text?: string;
  /** An update that only tells the status of a task, which keeps its text. */
  inPlace?: boolean;
};

export const actorKinds = ['session', 'job', 'user', 'agent'] as const;
/** Who changed a memory. `id` is the session's or job's id, if any. */
export type Actor = { kind: (typeof actorKinds)[number]; id: string | null };

/** Progress of a long operation; `total` may grow while it runs. */
export type Progress = { done: number; total: number };

/** Who a message in a conversation is from. */
export const messageRoles = ['system', 'user', 'assistant', 'tool'] as const;
export type MessageRole = (typeof messageRoles)[number];
export const messageTypes = ['text', 'tool_call', 'tool_result', 'notice'] as const;
/** `notice`: a note by the host ("interrupted"), not by the model or the user. */
export type MessageType = (typeof messageTypes)[number];

/**
 * A model's request to run a tool. `arguments` is JSON text as the model wrote it. `extra`: further fields that the provider gave it and
 * wants back unchanged, such as the signature of a thought.
 */
export type ToolCall = { id: string; name: string; arguments: string; extra?: Record<string, unknown> };

/** A message that is about to be stored. */
export type NewMessage = {
  /** Made by the caller, so that a message stored twice is one. */
  id: string;
  role: MessageRole;
  type: MessageType;
  content: string;
  toolCalls: ToolCall[];
  /** The call that a tool message answers. */
  toolCallId: string | null;
  pinned: boolean;
  /**
   * The host's own, but for two keys of an assistant message: `recalled` lists the ids of the memories in its prompt, so that echoes are
   * not extracted, and `<session>/<number>` of the earlier messages in it, so that forgetting finds their quotes; `quotesMemory: true` says that it tells nothing else than memory did, so that it is not found as what was said.
   */
  metadata: Metadata;
};

/** A message as a host gives it: what is left out is filled in, the type by its tool calls. Without an id it is a new message each time. */
export type GivenMessage = Pick<NewMessage, 'role' | 'content'> &
  Given<Omit<NewMessage, 'role' | 'content'>> & {
    createdAt?: Date | null | undefined;
    /** The name of another person who says it, with the role `user`. Absent: the user. */
    speaker?: string | undefined;
  };

/** A part of a text in JavaScript string positions; `to` is exclusive. */
export type TextPart = { from: number; to: number };

/**
 * How a memory was found: by vector, words or importance, because it is pinned, (`overview`) because everything about the user or the
 * project was asked for, because it is `related` to one that was, or (`standing`) because every prompt shows it.
 */
export type Leg = 'vector' | 'words' | 'importance' | 'pinned' | 'overview' | 'related' | 'standing';

/** A memory found by a search, with everything that explains its rank. */
export type Hit = {
  memory: MemoryRecord;
  /** Cosine similarity to the query, -1 to 1; null without a query vector or a stored one. */
  similarity: number | null;
  /** Score of matching words, from 0; null if none match. */
  wordScore: number | null;
  legs: Leg[];
  /** The final score; higher is better. */
  score: number;
};

/** A span of time; `until` is not part of it. `isAhead`: nothing was learnt or said then yet, but something may be true then. */
export type Period = { since: Date; until: Date; isAhead?: true };

/** The event time of a statement: what it tells of, or when it is true; `holdsUntil` is not part of it. Null: open. Both: it has none. */
export type HeldTime = { holdsFrom: Date | null; holdsUntil: Date | null };

export type { MemoryFilter } from './fields/memory-filter.ts';
