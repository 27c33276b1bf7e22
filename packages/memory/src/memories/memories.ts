import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { description, memoryImportance, memoryTitle } from '../fields/memory-fields.ts';
import { isDeclared } from '../store/category.ts';
import { memoryFilter } from '../fields/memory-filter.ts';
import { contentHash } from '../text/content-hash.ts';
import { MemoryError } from '../errors.ts';
import { parseNamespace, readableScopes } from '../namespaces.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { redact, refuseSecrets } from '../redaction/redact.ts';
import type { Forgotten } from '../store/forgetting.ts';
import type { MemoryPatch, MemoryRecord, PlainFields, RelatedMemory, Relation } from '../store/memories.ts';
import {
  priorities,
  relationKinds,
  type Actor,
  type Category,
  type Given,
  type HeldTime,
  type Metadata,
  type RelationTo,
} from '../types.ts';
import { checkDetails, readDetails } from '../details.ts';
import { refuseUndeclared, refuseUnknown } from './declared-categories.ts';
import { planUndo } from './plan-undo.ts';
import { embedNow } from './embed-now.ts';
import { forget, type ForgettingDependencies } from './forget.ts';
import { indexWords } from '../text/words.ts';
import { heldTimeIn, isSameTime } from '../text/held-time.ts';
import { readContent } from './read-content.ts';
import { checkHeldTime, heldTime, type WritingDependencies } from './remember.ts';
import { takeBack } from './take-back.ts';

const byUser: Actor = { kind: 'user', id: null };

export const memoryChange = z.strictObject({
  ...description,
  /** The keys to set; null removes a key, and the others stay. */
  metadata: description.metadata,
  content: z.string().optional(),
  title: memoryTitle.nullish(),
  namespace: z.string().optional(),
  priority: z.enum(priorities).optional(),
  importance: memoryImportance.optional(),
  pinned: fields.flag,
  expiresAt: fields.moment.nullish(),
  ...heldTime,
});
/** The fields of a memory that a change sets. */
export type MemoryChange = z.input<typeof memoryChange>;

/** A change that also says where the text came from, as undoing needs it. `metadata` replaces everything, `details` sets keys. */
type FullChange = Given<{ content: string; details: Metadata } & PlainFields>;

export const relationOfTwo = z.strictObject({
  fromId: fields.id,
  kind: z.enum(relationKinds),
  toId: fields.id,
});

export const memoryListQuery = z.strictObject({
  /** Null: only the user's and the global memories. Absent: all projects, for an operator. */
  project: fields.project.optional(),
  namespaces: z.string().array().optional(),
  includeInvalid: fields.flag,
  filter: memoryFilter.optional(),
  /** The id of the last memory of the previous page. */
  after: fields.id.optional(),
  limit: fields.count,
});
export type MemoryListQuery = z.input<typeof memoryListQuery>;

type Dependencies = WritingDependencies & ForgettingDependencies;

const toRelation = (fromId: string, { kind, to }: RelationTo): Relation => ({ fromId, kind, toId: to });

/** Attempts when other changes of the same memory interfere. */
const mostTries = 10;

/** Reads and changes single memories. Every change records who made it and why. */
export function createMemories(dependencies: Dependencies) {
  const { store, categories, embeddings, signalJobs, clock, options } = dependencies;

  return {
    get: store.getMemory,
    async list(query: MemoryListQuery = {}): Promise<MemoryRecord[]> {
      await refuseUnknown(query.filter, categories, store);
      return store.listMemories({
        scopes: query.project === undefined ? null : readableScopes(query.project, query),
        namespaces: query.namespaces ?? [],
        includeInvalid: query.includeInvalid ?? false,
        filter: query.filter ?? {},
        after: query.after ?? null,
        limit: query.limit ?? 50,
      });
    },
    /**
     * Sets the given fields and keys of the metadata, and keeps concurrent changes of others. A new text is redacted, and embedded again
     * (later if the embedder is down); from the user it gains the user's trust. If it names another time, that is its event time, unless one
     * is given. Throws `not_found`, `invalid_input`, and `conflict`, also
     * if the memory changed after `unchangedSince`.
     */
    async update(
      id: string,
      { metadata, ...change }: MemoryChange,
      reason: string,
      actor = byUser,
      unchangedSince: Date | null = null,
    ): Promise<MemoryRecord> {
      await refuseNewCategory(id, change.category);
      const details = metadata && (await detailsChange(await read(id), change.category, metadata));
      const held = await heldTimeChange(id, change);
      try {
        return await update(id, { ...change, ...held, details }, reason, actor, unchangedSince);
      } catch (error) {
        // the date of the call is older than the change, however often it is repeated
        if (unchangedSince === null || !(error instanceof MemoryError) || error.code !== 'conflict')
          throw error;
        throw new MemoryError('conflict', error.message, { cause: error });
      }
    },
    forget: (id: string, what?: { messages?: boolean }, actor = byUser): Promise<Forgotten> =>
      forget(dependencies, id, what, actor),
    /**
     * Stores a memory again that was forgotten, as it was read before, under a new id and without its history and messages. Throws
     * `invalid_input`.
     */
    takeBack: (forgotten: MemoryRecord, actor = byUser): Promise<MemoryRecord> =>
      takeBack(dependencies, forgotten, actor),
    /** Returns how many memories were ever forgotten, by any process. When it changes, read cached texts of messages or memories again. */
    countForgotten: store.countForgotten,
    invalidate: async (id: string, reason: string, actor = byUser): Promise<MemoryRecord> =>
      store.invalidateMemory(id, actor, reason),
    /** Makes a memory valid again that was invalidated or has expired, and undoes what superseded it. */
    restore: async (id: string, reason: string, actor = byUser): Promise<MemoryRecord> =>
      store.restoreMemory(id, actor, reason),
    history: store.listMemoryEvents,
    /**
     * Undoes one change of a memory: `eventId` of its history, by default the last. Fields get their former values, a memory that became
     * invalid becomes valid and vice versa, and a relation is removed or made again. Undoing is a change and can itself be undone. Throws
     * `not_found`, and `conflict` if the same fields changed since.
     */
    async undo(
      id: string,
      reason: string,
      actor = byUser,
      eventId: number | null = null,
    ): Promise<MemoryRecord> {
      const memory = await read(id);
      const events = await store.listMemoryEvents(id);
      const event = eventId === null ? events.at(-1) : events.find((one) => one.id === eventId);
      if (!event) throw new MemoryError('not_found', `there is no change ${eventId ?? ''} of memory ${id}`);
      const undoing = planUndo(memory, event);
      if (undoing === 'restore') return store.restoreMemory(id, actor, reason);
      if (undoing === 'invalidate') return store.invalidateMemory(id, actor, reason);
      if ('set' in undoing) return update(id, undoing.set, reason, actor, memory.updatedAt);
      const isUndone =
        'relate' in undoing
          ? await store.relateMemories(toRelation(id, undoing.relate), actor)
          : await store.unrelateMemories(toRelation(id, undoing.unrelate), actor);
      if (!isUndone) throw new MemoryError('conflict', `change ${event.id} has already been undone`);
      return memory;
    },
    /** Returns whether the relation is new. Throws `not_found`, and `invalid_input` for another project's memory. */
    relate: (relation: z.input<typeof relationOfTwo>, actor = byUser): Promise<boolean> =>
      store.relateMemories(relation, actor),
    /** Returns whether there was such a relation. */
    unrelate: (relation: z.input<typeof relationOfTwo>, actor = byUser): Promise<boolean> =>
      store.unrelateMemories(relation, actor),
    /** Returns the relations of a memory and of its earlier versions. Without a project: in all projects, for an operator. */
    related: (id: string, project?: string | null): Promise<RelatedMemory[]> =>
      store.listRelations(id, project === undefined ? null : readableScopes(project)),
  };

  /** Sets the time at which a task became done, and removes it when the task is taken up again. */
  async function detailsChange(
    before: MemoryRecord,
    category = before.category,
    metadata: Metadata,
  ): Promise<Metadata> {
    checkDetails(category, metadata);
    const { status } = readDetails('task', metadata);
    const isTold = category !== 'task' || status === undefined || status === before.metadata['status'];
    const completedAt = status === 'done' ? clock.now().toISOString() : null;
    return redactMetadata(isTold ? metadata : { completedAt, ...metadata });
  }

  /** Returns the event time that a new text names, unless it names the same as the old one. Throws `invalid_input`. */
  async function heldTimeChange(
    id: string,
    { content, holdsFrom, holdsUntil }: Omit<MemoryChange, 'metadata'>,
  ): Promise<Partial<HeldTime>> {
    if (holdsFrom !== undefined || holdsUntil !== undefined) {
      const before = await read(id);
      const after = {
        holdsFrom: holdsFrom === undefined ? before.holdsFrom : holdsFrom,
        holdsUntil: holdsUntil === undefined ? before.holdsUntil : holdsUntil,
      };
      checkHeldTime(after);
      return after;
    }
    if (content === undefined) return {};
    const written = { at: clock.now(), timeZone: options.timeZone };
    const named = heldTimeIn(content, written);
    if (isSameTime(named, heldTimeIn((await read(id)).content, written))) return {};
    return named ?? { holdsFrom: null, holdsUntil: null };
  }

  async function update(
    id: string,
    change: FullChange,
    reason: string,
    actor = byUser,
    unchangedSince: Date | null = null,
  ): Promise<MemoryRecord> {
    const patch = await preparePatch(id, change);
    for (let tries = 0; tries < mostTries; tries += 1) {
      const indexed = await withIndex(id, patch);
      const updated = await store.updateMemory(id, indexed, actor, reason, unchangedSince);
      if (updated) {
        signalJobs();
        return updated;
      }
    }
    throw new MemoryError('conflict', `memory ${id} keeps being changed by others`, { isRetryable: true });
  }

  async function preparePatch(id: string, change: FullChange): Promise<MemoryPatch> {
    const { content, namespace, ...rest } = change;
    const patch: MemoryPatch = { ...rest };
    await refuseSecrets('namespace', [namespace]);
    if (namespace !== undefined) patch.namespace = parseNamespace(namespace);
    if (change.title) patch.title = await redact(change.title);
    if (change.tags) patch.tags = await Promise.all(change.tags.map(redact));
    if (change.metadata) patch.metadata = await redactMetadata(change.metadata);
    if (content !== undefined) patch.content = await contentPatch(await read(id), await readContent(content));
    return patch;
  }

  async function contentPatch(
    before: MemoryRecord,
    content: string,
  ): Promise<NonNullable<MemoryPatch['content']>> {
    const hash = contentHash(content);
    const isEmbedded = hash === before.contentHash && before.embeddingModel === embeddings?.id;
    const [vector = null] = isEmbedded ? [] : await embedNow(dependencies, [content], null);
    const embeddingModel = vector && embeddings ? embeddings.id : null;
    return { content, contentHash: hash, vector, embeddingModel };
  }

  /** Index words cover all texts of a memory, so each try reads the unchanged ones again. */
  async function withIndex(id: string, patch: MemoryPatch): Promise<MemoryPatch> {
    if (patch.content === undefined && patch.title === undefined && patch.tags === undefined) return patch;
    const before = await read(id);
    const { content, contentHash: hash } = patch.content ?? before;
    const title = patch.title === undefined ? before.title : patch.title;
    const tags = patch.tags ?? before.tags;
    const words = indexWords({ content, title, tags });
    return { ...patch, index: { words, contentHash: hash, title, tags } };
  }

  /** The one that the memory has stays, although it may no longer be declared. */
  async function refuseNewCategory(id: string, category: Category | undefined): Promise<void> {
    if (category === undefined || isDeclared(category, categories)) return;
    if ((await read(id)).category !== category) refuseUndeclared(category, categories);
  }

  async function read(id: string): Promise<MemoryRecord> {
    const memory = await store.getMemory(id);
    if (!memory) throw new MemoryError('not_found', `there is no memory ${id}`);
    return memory;
  }
}
