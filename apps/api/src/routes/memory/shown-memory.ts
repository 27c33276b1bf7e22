import type { Hit, StoredMemory } from '@devai/memory';
import type { ShownMemory } from '../../protocol/memory.ts';

export function toShownMemory(memory: StoredMemory): ShownMemory {
  return {
    ...memory,
    lastAccessedAt: memory.lastAccessedAt.toISOString(),
    invalidatedAt: memory.invalidatedAt?.toISOString() ?? null,
    expiresAt: memory.expiresAt?.toISOString() ?? null,
    createdAt: memory.createdAt.toISOString(),
    updatedAt: memory.updatedAt.toISOString(),
  };
}

export const toShownHit = <Kind extends Hit>(hit: Kind) => ({ ...hit, memory: toShownMemory(hit.memory) });
