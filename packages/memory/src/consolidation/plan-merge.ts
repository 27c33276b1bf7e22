import type { ListedMemory, PlannedAction } from '../store/consolidation.ts';
import { trusts } from '../types.ts';
import { mergeProblem, type Compare } from './guard-merge.ts';
import { joinEvidence, joinMemories } from './join-memories.ts';

/** Memories that say the same, and how to say it: by `best`, otherwise by the text. */
export type Proposal = { members: ListedMemory[]; best: ListedMemory | null; text: string; reason: string };

/** An action without its token counts. */
export type Draft = Omit<PlannedAction, 'tokensBefore' | 'tokensAfter'>;

export const targetOf = ({ memory: { id, updatedAt } }: ListedMemory): PlannedAction['targets'][number] => ({
  id,
  updatedAt: updatedAt.toISOString(),
});

/**
 * Merges memories that say the same, or returns why not. Pure.
 *
 * - A protected memory stays as it is, and the others end in favour of it, unless one of them is more trusted.
 *
 * - Otherwise the most trusted ones speak for all, in the words of one of them; in a model's text only if all are
 * equally trusted. If several are most trusted, a new memory replaces all; a single one stays as it is. So nothing
 * gains trust from less trusted memories.
 */
export function planMerge(
  { members, best, text, reason }: Proposal,
  id: string,
  compare: Compare,
): Draft | string {
  const rank = ({ memory }: ListedMemory): number => trusts.indexOf(memory.trust);
  const highest = Math.min(...members.map(rank));
  const trusted = members.filter((one) => rank(one) === highest);
  const prefer = (among: ListedMemory[]): ListedMemory | undefined =>
    best && among.includes(best) ? best : longest(among);
  const isMixed = trusted.length < members.length;
  const kept = members.some(({ isProtected }) => isProtected)
    ? prefer(trusted.filter(({ isProtected }) => isProtected))
    : isMixed && trusted.length === 1
      ? trusted[0]
      : null;
  if (kept === undefined) return 'a more trusted memory would end in favour of a protected one';
  const ending = members.filter((one) => one !== kept && !one.isProtected);
  if (ending.length === 0) return 'all of the memories are protected';
  const base = kept ?? (isMixed || best || text === '' ? prefer(trusted) : null);
  const content = base?.memory.content ?? text;
  const contents = ending.map(({ memory }) => memory.content);
  if (!base && compare.namesAnotherValue(content, contents.join('\n')))
    return 'the merged text says what none of the memories says';
  const problem = mergeProblem(content, contents, compare);
  if (problem !== null) return problem;
  const common = { kind: 'merge' as const, importance: null, reason };
  if (kept) {
    return { ...common, targets: [kept, ...ending].map(targetOf), keepId: kept.memory.id, written: null };
  }
  const records = trusted.map(({ memory }) => memory);
  const category = (base ?? longest(trusted))?.memory.category ?? 'other';
  const written = joinMemories(
    id,
    {
      content,
      title: base?.memory.title ?? null,
      category,
      metadata: Object.assign({}, ...records.map(({ metadata }) => metadata), base?.memory.metadata),
      evidence: joinEvidence(records),
      vectorFrom: base?.memory.id ?? null,
    },
    records,
  );
  return { ...common, targets: ending.map(targetOf), keepId: null, written };
}

const longest = (members: ListedMemory[]): ListedMemory | undefined =>
  members.toSorted((a, b) => b.memory.content.length - a.memory.content.length)[0];
