import type { StoredCandidate } from '../store/memories.ts';
import type { Decision } from '../types.ts';
import { readStatement, shareSaid } from '../text/statement-overlap.ts';
import { compareStatements } from './compare-statements.ts';
import { tellsStatus } from './tells-progress.ts';

/** A candidate, or a statement that it is compared with: a memory, or an earlier candidate of the batch. */
type Comparable = Pick<StoredCandidate, 'id' | 'content' | 'memoryType' | 'category' | 'metadata'>;
type Verdict = Pick<Decision, 'action' | 'targetId' | 'reason' | 'inPlace'>;

/**
 * Decides without a model, in any language: the same words are known; the same statement with another value or a
 * negation is an update; another status of the only task that a statement is about is an update of that task;
 * everything else is new. An event (episodic) neither changes nor is changed. Pure.
 */
export function decideByRules(candidate: Comparable, known: Comparable[]): Verdict {
  const compared = known.map((memory) => ({
    memory,
    comparison: compareStatements(candidate.content, memory.content),
  }));
  const same = compared.find(({ comparison }) => comparison === 'same');
  if (same) return { action: 'noop', targetId: same.memory.id, reason: 'the same words' };
  const said = readStatement(candidate.content);
  const [task, ...others] = known.filter(
    (memory) => tellsStatus(candidate, memory) && shareSaid(memory.content, said) === 1,
  );
  if (task && others.length === 0) {
    return { action: 'update', targetId: task.id, reason: 'the status of that task', inPlace: true };
  }
  const outdated = compared.find(
    ({ memory, comparison }) =>
      (comparison === 'value' || comparison === 'denied') && !isEvent(candidate) && !isEvent(memory),
  );
  if (!outdated) return { action: 'add', targetId: null, reason: 'nothing stored says the same' };
  const reason =
    outdated.comparison === 'value'
      ? 'the same statement with another value'
      : 'one statement denies the other';
  return { action: 'update', targetId: outdated.memory.id, reason };
}

const isEvent = ({ memoryType }: Comparable): boolean => memoryType === 'episodic';
