import { z } from 'zod';
import { scopeOf } from '../namespaces.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Actor } from '../types.ts';
import { remember, type WritingDependencies } from './remember.ts';

/** Of what is read, only a part must be there. */
export const forgottenMemory = z.custom<MemoryRecord>(
  (value) => z.object({ content: z.string(), namespace: z.string() }).safeParse(value).success,
  { error: 'must be a memory, as it was read' },
);

/**
 * Stores a forgotten memory again, as it was read before: under a new id, without its history and the messages that it came from, which are
 * erased. One that no longer held becomes invalid again. Returns its new id. Throws what `remember` throws.
 */
export async function takeBack(
  dependencies: WritingDependencies,
  forgotten: MemoryRecord,
  actor: Actor,
): Promise<MemoryRecord> {
  const { store } = dependencies;
  const { content, namespace, memoryType, category, tags, metadata, title } = forgotten;
  const { trust, source, priority, importance, pinned, expiresAt } = forgotten;
  const { holdsFrom, holdsUntil } = forgotten;
  const reason = 'the user took back that it was forgotten';
  const { memory, action } = await remember(
    // what is taken back keeps its category, although it may no longer be declared
    { ...dependencies, categories: { ...dependencies.categories, [category]: '' } },
    {
      ...{ content, namespace, memoryType, category, tags, metadata, reason, holdsFrom, holdsUntil },
      ...(title !== null && { title }),
      project: /^devai\/project\/([^/]+)/u.exec(scopeOf(namespace))?.[1] ?? null,
    },
    { trust, source, priority, importance, actor, evidence: [], parts: [] },
  );
  if (action === 'known') return memory;
  const kept =
    pinned || expiresAt !== null
      ? await store.updateMemory(memory.id, { pinned, expiresAt }, actor, reason, null)
      : memory;
  if (!forgotten.isValid) {
    return store.invalidateMemory(memory.id, actor, forgotten.invalidatedReason ?? reason);
  }
  return kept ?? memory;
}
