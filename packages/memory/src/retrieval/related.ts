import { isOnlySecret } from '../redaction/only-secret.ts';
import type { RelatedMatch } from '../store/matching.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { RankedHit } from './rank.ts';

/** A memory that is offered because one in the block is directly related to it. */
export type Related = Pick<RelatedMatch, 'kind' | 'direction'> & { of: MemoryRecord; memory: MemoryRecord };

/** The maximum number of related memories per memory. */
export const relatedEach = 3;

/**
 * Returns the memories related to those of the block, each once, after the best memory that it is related to. Leaves
 * out memories that are already in the block, and excluded ones. `matches` must be best first for each memory. Pure.
 */
export function relatedTo(
  block: MemoryRecord[],
  matches: RelatedMatch[],
  ranked: RankedHit[],
  exclude: ReadonlySet<string>,
): Related[] {
  const found = new Map(ranked.map(({ memory }) => [memory.id, memory]));
  const taken = new Set(block.map(({ id }) => id));
  return block.flatMap((of) => {
    const offered: Related[] = [];
    for (const { ofId, id, kind, direction, memory = found.get(id) } of matches) {
      const isOut = ofId !== of.id || taken.has(id) || exclude.has(id) || offered.length === relatedEach;
      if (isOut || !memory || isOnlySecret(memory.content)) continue;
      taken.add(id);
      offered.push({ of, kind, direction, memory });
    }
    return offered;
  });
}
