import { z } from 'zod';
import {
  actorKinds,
  memoryTypes,
  priorities,
  relationKinds,
  sources,
  trusts,
  type Actor,
  type Candidate,
  type Given,
  type MemoryFilter,
  type Metadata,
  type RelationKind,
  type RelationTo,
} from '../types.ts';
import type { MemoryError } from '../errors.ts';
import { categoryName } from './category.ts';
import type { CallFunction } from './call-function.ts';
import { metadata, moment, vectorText } from './columns.ts';
import { databaseError } from './database-error.ts';
import type { MessagePart } from './messages.ts';

/** A stored memory: one statement, understandable without the conversation it came from. */
export const memoryRecord = z.object({
  id: z.guid(),
  content: z.string().describe('1 to 2,000 characters'),
  title: z.string().nullable(),
  contentHash: z.string(),
  memoryType: z.enum(memoryTypes),
  category: categoryName,
  namespace: z.string(),
  priority: z.enum(priorities),
  importance: z.int().describe('1 to 10'),
  source: z.enum(sources),
  tags: z.array(z.string()),
  metadata,
  evidence: z
    .array(z.object({ sessionId: z.string(), messages: z.array(z.int()), quote: z.string() }))
    .describe('the messages that it was taken from'),
  embeddingModel: z.string().nullable().describe('null while it waits for its vector'),
  strength: z.number().describe('0 to 1, at the time of reading'),
  accessCount: z.int(),
  lastAccessedAt: moment,
  pinned: z.boolean(),
  trust: z.enum(trusts),
  sessionId: z.string().nullable(),
  isValid: z.boolean(),
  invalidatedAt: moment.nullable(),
  invalidatedReason: z.string().nullable(),
  supersededBy: z.guid().nullable(),
  archived: z.boolean().describe('consolidation archived it: it is invalid, but can be found and restored'),
  expiresAt: moment.nullable(),
  holdsFrom: moment
    .nullable()
    .describe('the time that it tells of, or since when it is true; null: open, or none'),
  holdsUntil: moment
    .nullable()
    .describe('the end of that time, which is not part of it; null: open, or none'),
  createdAt: moment,
  updatedAt: moment,
});
/** A memory as it is stored. */
export type MemoryRecord = z.output<typeof memoryRecord>;

export const eventActions = [
  'added',
  'updated',
  'superseded',
  'invalidated',
  'restored',
  'merged',
  'archived',
  'pruned',
  'pinned',
  'unpinned',
  'related',
  'unrelated',
  'disputed',
  'forgotten',
] as const;

/** One change of a memory. */
export const memoryEvent = z.object({
  id: z.int(),
  memoryId: z.guid(),
  at: moment,
  action: z.enum(eventActions),
  reason: z.string(),
  actor: z.object({ kind: z.enum(actorKinds), id: z.string().nullable() }),
  before: metadata.nullable().describe("the memory's fields before the change; null: it did not exist"),
  after: metadata.nullable().describe('the fields after it; null: the text was erased'),
});
/** An entry of the history of a memory. */
export type MemoryEvent = z.output<typeof memoryEvent>;

/** "`fromId` depends on `toId`", and so on. */
export type Relation = { fromId: string; kind: RelationKind; toId: string };

/** A relation, seen from one of its two memories. */
export const relatedMemory = z.object({
  fromId: z.guid(),
  kind: z.enum(relationKinds),
  toId: z.guid(),
  direction: z
    .enum(['to', 'from'])
    .describe('to: the relation goes to the other memory; from: it comes from there'),
  memory: memoryRecord.describe('the other memory, as it is now'),
});
/** A memory that another one is related to, and how. */
export type RelatedMemory = z.output<typeof relatedMemory>;

/** A statement as it is written: the candidate with what the library computed for it. */
export type StoredCandidate = Candidate & {
  id: string;
  contentHash: string;
  /** Distinct words of title, content and tags, for word search. */
  words: string[];
  vector: number[] | null;
  embeddingModel: string | null;
  sessionId: string | null;
};

/** Fields that a change sets as they are given. `trust` and `source` by default follow from the text and the actor. */
export type PlainFields = Omit<Candidate, 'content' | 'evidence' | 'id' | 'relations' | 'claimed'> & {
  pinned: boolean;
};

export type MemoryPatch = Given<PlainFields> & {
  /** Keys of the metadata to set, null to remove; the others stay. */
  details?: Metadata | undefined;
  content?: {
    content: string;
    contentHash: string;
    /** Null keeps the vector of an unchanged text; a new text waits for one. */
    vector: number[] | null;
    embeddingModel: string | null;
  };
  /** Required with content, title or tags: the index words of the new texts, and those texts. */
  index?: { words: string[]; contentHash: string; title: string | null; tags: string[] };
};

const remembered = z.object({ memory: memoryRecord, action: z.enum(['added', 'known']) });
/** The memory that a statement became, or that it was known as before. */
export type Remembered = z.output<typeof remembered>;
const refused = z.object({ error: z.object({ sqlState: z.string(), message: z.string() }) });

/** A statement, who states it and why. */
export type StatementToStore = {
  statement: StoredCandidate;
  actor: Actor;
  reason: string;
  parts?: MessagePart[];
  relations?: RelationTo[];
  /** Where the memories may be that the relations lead to. */
  relatedScopes?: string[];
};

const statementInput = ({
  statement,
  actor,
  reason,
  parts = [],
  relations = [],
  relatedScopes = [],
}: StatementToStore) => ({
  ...{ statement: candidateInput(statement), actor, reason, parts, relations },
  scopes: relatedScopes,
});

/** Single memories: read, written, changed, related. */
export const memoryMethods = (call: CallFunction) => ({
  getMemory: (id: string) => call(memoryRecord.nullable(), 'get_memory', { id }),
  /** Newest first. `after` is the id of the last memory of the previous page. Throws `not_found` if that memory no longer exists. */
  listMemories: (query: {
    /** Null: all. */
    scopes: string[] | null;
    /** Narrows to these and those below them; empty: all of the scopes. */
    namespaces: string[];
    includeInvalid: boolean;
    filter: MemoryFilter;
    after: string | null;
    limit: number;
  }) => call(memoryRecord.array(), 'list_memories', query),
  /**
   * Stores one statement at once and, in the same transaction, a `deduplicate` job for it. When its scope holds the same text,
   * strengthens that memory (the higher priority and importance stay) and adds nothing. `parts`: where it is in stored
   * messages; no extraction takes it from there again. Throws `invalid_input` for a relation to what is not in `relatedScopes`.
   */
  remember: (
    statement: StoredCandidate,
    actor: Actor,
    reason: string,
    further: Omit<StatementToStore, 'statement' | 'actor' | 'reason'> = {},
  ) => call(remembered, 'remember', statementInput({ statement, actor, reason, ...further })),
  /** Stores statements in one transaction, each as `remember` does. One that is refused is answered with the error. */
  rememberAll: async (asked: StatementToStore[]): Promise<(Remembered | MemoryError)[]> => {
    const outcomes = await call(remembered.or(refused).array(), 'remember_all', {
      asked: asked.map(statementInput),
    });
    return outcomes.map((one) =>
      'error' in one ? databaseError(one.error.sqlState, new Error(one.error.message)) : one,
    );
  },
  /**
   * Returns null, and changes nothing, when the texts would differ from those that the patch's index was made of: read the memory again.
   * Throws `conflict` when it was changed after `unchangedSince` (null: no check).
   */
  updateMemory: (
    id: string,
    { content, ...patch }: MemoryPatch,
    actor: Actor,
    reason: string,
    unchangedSince: Date | null = null,
  ) =>
    call(memoryRecord.nullable(), 'update_memory', {
      id,
      patch: { ...patch, ...(content && { content: { ...content, vector: vectorText(content.vector) } }) },
      unchangedSince,
      actor,
      reason,
    }),
  /** Makes an invalidated memory valid again; what superseded it is invalidated. Throws `conflict` when the same statement is valid. */
  restoreMemory: (id: string, actor: Actor, reason: string) =>
    call(memoryRecord, 'restore_memory', { id, actor, reason }),
  invalidateMemory: (id: string, actor: Actor, reason: string) =>
    call(memoryRecord, 'invalidate_memory', { id, actor, reason }),
  /** Everything that happened to a memory, oldest first; also of a forgotten one, without its text. */
  listMemoryEvents: (id: string) => call(memoryEvent.array(), 'list_memory_events', { id }),
  /** Notes that memories were put into a prompt: one more access, now, strength 1. Returns how many there were. */
  reinforceMemories: (ids: string[]) => call(z.number(), 'reinforce_memories', { ids }),
  /** Returns whether the relation is new. Throws `not_found`, and `invalid_input` for another project's memory. */
  relateMemories: (relation: Relation, actor: Actor) =>
    call(z.boolean(), 'relate_memories', { ...relation, actor }),
  /** Returns whether there was such a relation. */
  unrelateMemories: (relation: Relation, actor: Actor) =>
    call(z.boolean(), 'unrelate_memories', { ...relation, actor }),
  /** Of a memory and of those that it supersedes; `scopes` limits which other memories are shown, null: all. */
  listRelations: (id: string, scopes: string[] | null) =>
    call(relatedMemory.array(), 'list_relations', { id, scopes }),
});

export const candidateInput = (candidate: StoredCandidate) => ({
  ...candidate,
  vector: vectorText(candidate.vector),
});
