import { randomUUID } from 'node:crypto';
import { contentHash } from '../../../packages/memory/src/text/content-hash.ts';
import { indexWords } from '../../../packages/memory/src/text/words.ts';
import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import type { Store } from '../../../packages/memory/src/store/store.ts';
import type { Priority, Source } from '../../../packages/memory/src/types.ts';
import type { StoredStatement } from './eval-case.ts';

/** Source and priority follow from who said it unless they are given. */
export type SeededStatement = StoredStatement & { source?: Source; priority?: Priority };
export type Seeded = SeededStatement & { id: string };

/** Stores the memories of a case unchanged, without jobs, an hour apart before `start`. */
export async function seedMemories(
  store: Pick<Store, 'importRows'>,
  embeddings: EmbeddingModel,
  statements: SeededStatement[],
  start: Date,
): Promise<Seeded[]> {
  const seeded = statements.map((statement) => ({ ...statement, id: randomUUID() }));
  const { vectors } = await embeddings.embed(statements.map(({ content }) => content));
  const rows = seeded.map((statement, index) => {
    const at = new Date(start.getTime() - (statements.length - index) * 3_600_000).toISOString();
    return rowOf(statement, vectors[index], embeddings.id, at);
  });
  const { added } = await store.importRows('memory', rows);
  if (added !== seeded.length) throw new Error('two memories of the case have the same text');
  return seeded;
}

function rowOf(seeded: Seeded, vector: number[] | undefined, embedder: string, at: string) {
  const { id, content, namespace, type, said, category, details } = seeded;
  const isStated = said === 'user';
  return {
    id,
    content,
    title: null,
    vector: JSON.stringify(vector),
    embedding_model: embedder,
    content_hash: contentHash(content),
    words: indexWords({ content, title: null, tags: [] }),
    memory_type: type,
    category,
    namespace,
    priority: seeded.priority ?? (isStated ? 'highest' : 'low'),
    importance: isStated ? 9 : 3,
    source: seeded.source ?? (isStated ? 'user_stated' : 'discovery'),
    tags: [],
    metadata: details,
    evidence: [],
    strength: 1,
    access_count: 0,
    last_accessed_at: at,
    pinned: false,
    trust: isStated ? 'user' : 'agent',
    session_id: null,
    is_valid: true,
    created_at: at,
    updated_at: at,
  };
}
