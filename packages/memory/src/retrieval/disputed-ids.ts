import { z } from 'zod';
import type { MemoryRecord } from '../store/memories.ts';

const disputing = z.object({ disputes: z.array(z.string()) });

/** Returns the ids of memories that may contradict each other, if both are shown. */
export function disputedIds(memories: readonly Pick<MemoryRecord, 'id' | 'metadata'>[]): Set<string> {
  const shown = new Set(memories.map(({ id }) => id));
  return new Set(
    memories.flatMap(({ id, metadata }) => {
      const others = (disputing.safeParse(metadata).data?.disputes ?? []).filter((other) => shown.has(other));
      return others.length === 0 ? [] : [id, ...others];
    }),
  );
}
