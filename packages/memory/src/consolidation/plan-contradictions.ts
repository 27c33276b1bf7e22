import type { Asked } from '../ask-twice.ts';
import type { ListedMemory } from '../store/consolidation.ts';
import { localDay } from '../text/local-time.ts';
import type { Found } from './ask-about-groups.ts';
import { areComparable } from './may-be-joined.ts';
import { targetOf, type Draft } from './plan-merge.ts';

/** Two memories of which only one may be true. */
export type Contradiction = { earlier: ListedMemory; later: ListedMemory };

/**
 * The second question of deduplication: what the later statement of each pair does to the earlier one, in one call. Throws what the model
 * throws.
 */
export type Settle = (
  pairs: Contradiction[],
  asked: Asked,
) => Promise<('changes' | 'same' | 'other' | 'unclear')[]>;

const momentOf = ({ statedAt, memory }: ListedMemory): number => (statedAt ?? memory.createdAt).getTime();

/** Returns two memories in the order in which they were stated. Pure. */
export const inOrder = (one: ListedMemory, other: ListedMemory): Contradiction =>
  momentOf(one) > momentOf(other) ? { earlier: other, later: one } : { earlier: one, later: other };

/**
 * Whether the later memory may end the earlier one: it must be known to be later. What is pinned, or was restored by a person, stays; what
 * is protected otherwise is ended only by what the user stated, and nothing that the user said by what a tool returned. Pure.
 */
function mayEnd({ earlier, later }: Contradiction): boolean {
  if (!later.statedAt || !earlier.statedAt || later.statedAt <= earlier.statedAt) return false;
  if (earlier.memory.pinned || earlier.isRestored) return false;
  if (later.memory.trust === 'tool' && earlier.memory.trust === 'user') return false;
  return (
    !earlier.isProtected || (later.memory.source === 'user_stated' && later.memory.priority === 'highest')
  );
}

/** A pinned memory is not even marked. */
const mayBeMarked = ({ later }: Contradiction): boolean => !later.memory.pinned;

/** Whether two memories may contradict each other so that an answer changes something. Pure. */
export const mayBeSettled = (pair: Contradiction): boolean =>
  areComparable(pair.earlier, pair.later) && (mayEnd(pair) || mayBeMarked(pair));

/**
 * Returns the pairs to ask about: those that the model named, and those that say the same as these, as far as an answer can change
 * something. Pure.
 */
export function contradictionsOf(named: [ListedMemory, ListedMemory][], found: Found[]): Contradiction[] {
  const sameAs = (one: ListedMemory): ListedMemory[] =>
    found.find(({ members }) => members.includes(one))?.members ?? [one];
  const pairs = named.flatMap(([one, other]) => {
    const [left, right] = [sameAs(one), sameAs(other)];
    if (left === right) return [inOrder(one, other)];
    return left.flatMap((each) => right.map((against) => inOrder(each, against)));
  });
  const distinct = new Map(pairs.map((pair) => [`${pair.earlier.memory.id} ${pair.later.memory.id}`, pair]));
  return [...distinct.values()].filter(mayBeSettled);
}

/**
 * Ends what a later memory changes. Where that may not be, or is unclear, the later memory is marked as disputing the earlier one. Every
 * memory ends once, in favour of the latest that changes it. The order of the actions lets each find its memories unchanged. Pure.
 */
export function planContradictions(
  pairs: Contradiction[],
  answers: Awaited<ReturnType<Settle>>,
  timeZone: string,
): Draft[] {
  const changing = pairs.filter((_, index) => answers[index] === 'changes');
  const unclear = pairs.filter((_, index) => answers[index] === 'unclear');
  const ended = new Set<ListedMemory>();
  const drafts: Draft[] = [];
  const ending = changing
    .filter(mayEnd)
    .toSorted((a, b) => momentOf(a.earlier) - momentOf(b.earlier) || momentOf(b.later) - momentOf(a.later));
  for (const { earlier, later } of ending) {
    if (ended.has(earlier)) continue;
    ended.add(earlier);
    const day = localDay(new Date(momentOf(later)), timeZone);
    const reason = `what was stated later, on ${day}, says otherwise`;
    drafts.push({ ...action('supersede', [earlier, later], reason), keepId: later.memory.id });
  }
  const disputed = [...changing, ...unclear].filter(
    (pair) => mayBeMarked(pair) && !ended.has(pair.earlier) && !ended.has(pair.later) && !isMarked(pair),
  );
  const byLater = [...Map.groupBy(disputed, ({ later }) => later)].toSorted(
    ([one], [other]) => momentOf(other) - momentOf(one),
  );
  for (const [later, some] of byLater) {
    const reason = some.some((pair) => changing.includes(pair))
      ? 'both memories stay: one contradicts the other, which consolidation may not end'
      : 'both memories stay: whether one changes the other is unclear';
    drafts.push(action('dispute', [later, ...some.map(({ earlier }) => earlier)], reason));
  }
  return drafts;
}

/** Returns the ids of what these actions end, mark or dispute: it is not merged in the same run. Pure. */
export const unmergeable = (drafts: Draft[]): Set<string> =>
  new Set(drafts.flatMap(({ targets, keepId }) => targets.map(({ id }) => id).filter((id) => id !== keepId)));

const isMarked = ({ earlier, later }: Contradiction): boolean => {
  const { disputes } = later.memory.metadata;
  return Array.isArray(disputes) && disputes.includes(earlier.memory.id);
};

const action = (kind: 'supersede' | 'dispute', targets: ListedMemory[], reason: string): Draft => ({
  kind,
  targets: targets.map(targetOf),
  keepId: null,
  written: null,
  importance: null,
  reason,
});
