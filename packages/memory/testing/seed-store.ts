import { createHash } from 'node:crypto';
import { systemClock } from '../src/clock.ts';
import { contentHash } from '../src/text/content-hash.ts';
import { indexWords } from '../src/text/words.ts';
import type { EmbeddingModel } from '../src/ports.ts';
import type { Store } from '../src/store/store.ts';
import type { MemoryType } from '../src/types.ts';

const rowsPerCall = 500;
const day = 86_400_000;

type Statement = {
  /** Its name; a memory without one cannot be superseded by another. */
  id?: string;
  namespace: string;
  content: string;
  type?: MemoryType;
  importance?: number;
  /** The name of the one that replaced it. */
  supersededBy?: string | undefined;
  expired?: boolean | undefined;
  /** When it was made; 30 days ago if missing. */
  at?: string | null;
  /** The name of the session in which it was said. */
  session?: string;
};

/** Imports memories into a store, without jobs. Returns their names by id. */
export async function seedMemories(
  store: Pick<Store, 'importRows'>,
  embeddings: EmbeddingModel,
  memories: (Statement & { id: string })[],
): Promise<Map<string, string>> {
  const ids = new Map(memories.map(({ id }) => [id, uuidOf(id)]));
  await importAll(store, embeddings, memories, ids, () => {});
  return new Map([...ids].map(([name, id]) => [id, name]));
}

/** The same for filler, statements that nothing asks for. */
export async function seedFiller(
  store: Pick<Store, 'importRows'>,
  embeddings: EmbeddingModel,
  contents: Iterable<string>,
  onProgress: (stored: number) => void,
): Promise<void> {
  const namespace = 'devai/global/notes';
  const statements = Iterator.from(contents).map((content) => ({ namespace, content }));
  await importAll(store, embeddings, statements, new Map(), onProgress);
}

async function importAll(
  store: Pick<Store, 'importRows'>,
  embeddings: EmbeddingModel,
  statements: Iterable<Statement>,
  ids: Map<string, string>,
  onProgress: (stored: number) => void,
): Promise<void> {
  const now = systemClock.now().getTime();
  let stored = 0;
  for (const batch of batchesOf(statements, Math.min(rowsPerCall, embeddings.maxBatch))) {
    const { vectors } = await embeddings.embed(batch.map(({ content }) => content));
    const rows = batch.map((one, index) => rowOf(one, vectors[index], { embedder: embeddings.id, ids, now }));
    const { added } = await store.importRows('memory', rows);
    if (added !== batch.length) throw new Error('two memories of a scope have the same text');
    stored += added;
    onProgress(stored);
  }
}

/** The same in each run: ids decide between equals, so random ones would change the figures. */
const uuidOf = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

function* batchesOf<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Circumstances = { embedder: string; ids: Map<string, string>; now: number };

function rowOf(statement: Statement, vector: number[] | undefined, { embedder, ids, now }: Circumstances) {
  const { id, content, namespace, type = 'semantic', importance = 5, supersededBy, expired } = statement;
  const made = statement.at ?? new Date(now - 30 * day).toISOString();
  const at = (days: number) => new Date(now + days * day).toISOString();
  const isSuperseded = supersededBy !== undefined;
  return {
    id: (id === undefined ? undefined : ids.get(id)) ?? uuidOf(content),
    content,
    title: null,
    vector: JSON.stringify(vector),
    embedding_model: embedder,
    content_hash: contentHash(content),
    words: indexWords({ content, title: null, tags: [] }),
    memory_type: type,
    category: 'other',
    namespace,
    priority: 'medium',
    importance,
    source: 'discovery',
    tags: [],
    metadata: {},
    evidence: [],
    strength: 1,
    access_count: 0,
    last_accessed_at: at(0),
    pinned: false,
    trust: 'agent',
    session_id: statement.session === undefined ? null : uuidOf(statement.session),
    is_valid: !isSuperseded,
    invalidated_at: isSuperseded ? at(-10) : null,
    invalidated_reason: isSuperseded ? 'superseded' : null,
    superseded_by: isSuperseded ? ids.get(supersededBy) : null,
    expires_at: expired === true ? at(-1) : null,
    created_at: made,
    updated_at: made,
  };
}
