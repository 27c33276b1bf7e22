import { contentHash } from '../content-hash.ts';
import { MemoryError } from '../errors.ts';
import { parseNamespace, readableScopes } from '../namespaces.ts';
import type { EmbeddingModel } from '../ports.ts';
import { redactMetadata } from '../redact-metadata.ts';
import { redact } from '../redaction.ts';
import type { MemoryPatch, Store } from '../store/store.ts';
import type {
  Actor,
  Memory,
  MemoryEvent,
  MemoryFilter,
  Metadata,
  Priority,
  RelatedMemory,
  Relation,
} from '../types.ts';
import { indexWords } from './index-words.ts';

const byUser: Actor = { kind: 'user', id: null };

export type MemoryChange = {
  content?: string;
  title?: string | null;
  namespace?: string;
  priority?: Priority;
  importance?: number;
  tags?: string[];
  metadata?: Metadata;
  pinned?: boolean;
  expiresAt?: Date | null;
};

export type MemoryListQuery = {
  /** Null: all projects, for an operator. */
  project?: string | null;
  namespaces?: string[];
  includeInvalid?: boolean;
  filter?: MemoryFilter;
  after?: string;
  limit?: number;
};

type Dependencies = {
  store: Pick<
    Store,
    | 'getMemory'
    | 'listMemories'
    | 'updateMemory'
    | 'forgetMemory'
    | 'restoreMemory'
    | 'invalidateMemory'
    | 'memoryHistory'
    | 'relateMemories'
    | 'unrelateMemories'
    | 'listRelations'
  >;
  /** Null: the store's embedder cannot be had; a changed text waits for its vector. */
  embeddings: EmbeddingModel | null;
};

/** Stored memories one by one: seen, changed, taken back, related. Every change says by whom and why. */
export function createMemories({ store, embeddings }: Dependencies) {
  return {
    get: (id: string): Promise<Memory | null> => store.getMemory(id),
    list(query: MemoryListQuery = {}): Promise<Memory[]> {
      return store.listMemories({
        scopes: query.project === undefined ? null : readableScopes(query.project),
        namespaces: query.namespaces ?? [],
        includeInvalid: query.includeInvalid ?? false,
        filter: query.filter ?? {},
        after: query.after ?? null,
        limit: query.limit ?? 50,
      });
    },
    /**
     * Sets only what is given. A new text is redacted and embedded anew. Throws `not_found`, `invalid_input`, and `conflict`,
     * also when it was changed after `unchangedSince`.
     */
    async update(
      id: string,
      change: MemoryChange,
      reason: string,
      actor = byUser,
      unchangedSince: Date | null = null,
    ): Promise<Memory> {
      const before = await store.getMemory(id);
      if (!before) throw new MemoryError('not_found', `there is no memory ${id}`);
      return store.updateMemory(id, await preparePatch(before, change), actor, reason, unchangedSince);
    },
    /** Really erases the text, everywhere; with `messages` also where it came from. Idempotent. */
    forget: (id: string, { messages = false } = {}, actor = byUser) =>
      store.forgetMemory(id, actor, { messages }),
    invalidate: (id: string, reason: string, actor = byUser): Promise<Memory> =>
      store.invalidateMemory(id, actor, reason),
    /** Makes an invalidated memory valid again and undoes what superseded it. */
    restore: (id: string, reason: string, actor = byUser): Promise<Memory> =>
      store.restoreMemory(id, actor, reason),
    history: (id: string): Promise<MemoryEvent[]> => store.memoryHistory(id),
    /** Whether the relation is new. Throws `not_found`, and `invalid_input` for another project's memory. */
    relate: (relation: Relation): Promise<boolean> => store.relateMemories(relation),
    /** Whether there was such a relation. */
    unrelate: (relation: Relation): Promise<boolean> => store.unrelateMemories(relation),
    /** What it is related to, by what it says now or said before it was updated. Without a project: in all of them, for an operator. */
    related: (id: string, project?: string | null): Promise<RelatedMemory[]> =>
      store.listRelations(id, project === undefined ? null : readableScopes(project)),
  };

  async function preparePatch(before: Memory, change: MemoryChange): Promise<MemoryPatch> {
    const { content, namespace, ...rest } = change;
    const patch: MemoryPatch = { ...rest };
    if (namespace !== undefined) patch.namespace = parseNamespace(namespace);
    if (change.title) patch.title = await redact(change.title);
    if (change.tags) patch.tags = await Promise.all(change.tags.map(redact));
    if (change.metadata) patch.metadata = await redactMetadata(change.metadata);
    if (content !== undefined || change.title !== undefined || change.tags !== undefined) {
      const text = await redact(content ?? before.content);
      const words = indexWords({
        content: text,
        title: patch.title === undefined ? before.title : patch.title,
        tags: patch.tags ?? before.tags,
      });
      const vector = embeddings ? (await embeddings.embed([text])).vectors[0] : undefined;
      patch.content = {
        content: text,
        contentHash: contentHash(text),
        words,
        vector: vector ?? null,
        embeddingModel: vector && embeddings ? embeddings.id : null,
      };
    }
    return patch;
  }
}
