import { randomUUID } from 'node:crypto';
import { contentHash } from '../text/content-hash.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { wordsOf } from '../text/words.ts';
import type { FixtureMemory } from './recall.fixture.ts';

/** Stores fixture memories as an explicit remember does. Returns them by key. */
export async function storeMemories(
  store: Pick<Store, 'remember'>,
  embeddings: EmbeddingModel,
  memories: FixtureMemory[],
): Promise<Map<string, MemoryRecord>> {
  const { vectors } = await embeddings.embed(memories.map(({ content }) => content));
  const stored = new Map<string, MemoryRecord>();
  for (const [index, { key, namespace, content, ...given }] of memories.entries()) {
    const statement = {
      id: randomUUID(),
      content,
      contentHash: contentHash(content),
      title: given.title ?? null,
      memoryType: given.memoryType ?? 'semantic',
      category: 'other' as const,
      namespace,
      source: 'discovery' as const,
      priority: 'medium' as const,
      importance: given.importance ?? 5,
      tags: given.tags ?? [],
      metadata: {},
      evidence: [],
      trust: 'agent' as const,
      words: wordsOf([content, given.title ?? '', ...(given.tags ?? [])].join('\n')),
      vector: vectors[index] ?? null,
      embeddingModel: embeddings.id,
      sessionId: null,
    };
    const { memory } = await store.remember(statement, { kind: 'user', id: null }, 'a fixture');
    stored.set(key, memory);
  }
  return stored;
}
