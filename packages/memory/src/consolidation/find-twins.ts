import type { ListedMemory } from '../store/consolidation.ts';
import type { Pair } from './form-groups.ts';
import type { Compare } from './guard-merge.ts';

const between = /[^\p{L}\p{M}\p{N}]+/gu;

/** Returns pairs of memories that are the same word for word, except for case and the punctuation around words. Pure. */
export function findTwins(listed: ListedMemory[], { compareStatements }: Compare): Pair[] {
  const alike = Map.groupBy(listed, ({ memory }) =>
    memory.content.normalize('NFKC').toLowerCase().replaceAll(between, ' ').trim(),
  );
  return [...alike.values()].flatMap((group) =>
    group.flatMap(({ memory: one }, index) =>
      group
        .slice(index + 1)
        .filter(({ memory: other }) => compareStatements(one.content, other.content) === 'same')
        .map(({ memory: other }) => ({ one: one.id, other: other.id, score: 1 })),
    ),
  );
}
