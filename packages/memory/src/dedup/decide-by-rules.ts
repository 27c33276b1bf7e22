import type { StoredCandidate } from '../store/memories.ts';
import type { Decision } from '../types.ts';
import { compareStatements } from './compare-statements.ts';

/** A candidate, or what it is compared with: a memory, or an earlier candidate of the batch. */
type Comparable = Pick<StoredCandidate, 'id' | 'content' | 'memoryType'>;
type Verdict = Pick<Decision, 'action' | 'targetId' | 'reason'>;

/**
 * Decides without a model, and without knowing a language: the same words are known; the same statement with another value or a
 * negation is an update; all else is new. An event (episodic) neither changes nor is changed. Pure.
 */
export function decideByRules(candidate: Comparable, known: Comparable[]): Verdict {
  const compared = known.map((memory) => ({
    memory,
    comparison: compareStatements(candidate.content, memory.content),
  }));
  const same = compared.find(({ comparison }) => comparison === 'same');
  if (same) return { action: 'noop', targetId: same.memory.id, reason: 'the same words' };
  const outdated = compared.find(
    ({ memory, comparison }) =>
      (comparison === 'value' || comparison === 'denied') && !isEvent(candidate) && !isEvent(memory),
  );
  if (!outdated) return { action: 'add', targetId: null, reason: 'nothing stored says the same' };
  const reason = outdated.comparison === 'value' ? 'the same with another value' : 'one denies the other';
  return { action: 'update', targetId: outdated.memory.id, reason };
}

const isEvent = ({ memoryType }: Comparable): boolean => memoryType === 'episodic';
