import { MemoryError, readableScopes, scopeOf, type MemoryRecord, type UserMemory } from '@devai/memory';
import { projectOf } from './fields.ts';

/**
 * Returns a memory. With a project, it must be one that the project may read or that an agent keeps for itself; any other one is `not_found`, as
 * if it did not exist.
 */
export async function requireReadable(
  memory: UserMemory,
  id: string,
  named: string | undefined,
): Promise<MemoryRecord> {
  const found = await findReadable(memory, id, named);
  if (found) return found;
  throw new MemoryError('not_found', `there is no memory ${id}`);
}

/** The same, but null instead of `not_found`. */
export async function findReadable(
  memory: UserMemory,
  id: string,
  named: string | undefined,
): Promise<MemoryRecord | null> {
  const found = await memory.memories.get(id);
  if (!found || named === undefined) return found;
  const scopes = readableScopes(projectOf(named, null), { namespaces: [found.namespace] });
  return scopes.includes(scopeOf(found.namespace)) ? found : null;
}
