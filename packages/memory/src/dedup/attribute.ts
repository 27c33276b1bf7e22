import type { StoredCandidate } from '../store/memories.ts';
import type { Decision, Judged, Said } from '../types.ts';
import { compareStatements } from './compare-statements.ts';
import { targetIn, type Compared } from './guard-decisions.ts';
import type { Neighbour } from '../store/matching.ts';

/** Whether the user said a candidate of the batch that changes a stored statement; null: that changes none. */
export type Judge = (candidate: number, stored: string | null) => Judged;

type Batch = { candidates: StoredCandidate[]; neighbours: Neighbour[][] };

/** Importance of a statement that a model ascribes to the user, who did not make it. */
const importanceOfOthers = 5;

/**
 * Returns the candidates of which words do not tell whether the user said them, as far as that matters: those that a model ascribes to the
 * user, and those that would change what the user stated. Pure.
 */
export function openClaims(
  decisions: Decision[],
  batch: Batch,
  judge: Judge,
): { candidate: number; said: Said }[] {
  return decisions.flatMap((decision) => {
    const { candidate: index } = decision;
    const candidate = batch.candidates[index];
    const stated = statedTarget(decision, batch);
    if (!candidate || (!stated && candidate.claimed === undefined)) return [];
    const judged = judge(index, stated?.content ?? null);
    return judged.isUsers === 'perhaps' ? [{ candidate: index, said: judged.said }] : [];
  });
}

/**
 * Returns the candidates with the author that their words, or the answers (by candidate; null: unclear), give them: the user's get
 * priority highest, and those that a model wrongly ascribed to the user lose it. Pure.
 */
export function attribute(
  decisions: Decision[],
  batch: Batch,
  judge: Judge,
  answers: ReadonlyMap<number, boolean | null>,
): StoredCandidate[] {
  return batch.candidates.map(({ claimed, ...candidate }, index) => {
    const decision = decisions.find((one) => one.candidate === index);
    const stated = decision && statedTarget(decision, batch);
    if (!stated && claimed === undefined) return candidate;
    const answer = answers.get(index) ?? null;
    const isUsers = answer ?? (stated && judge(index, stated.content).isUsers === 'yes' ? true : null);
    if (isUsers === null) return candidate;
    return isUsers ? ofUser(candidate, claimed) : ofAgent(candidate);
  });
}

/** Returns the statement of the user that a decision is about. */
function statedTarget(decision: Decision, batch: Batch): Compared | null {
  const target = decision.action === 'add' ? undefined : targetIn(batch, decision);
  return target?.priority === 'highest' ? target : null;
}

const ofUser = (candidate: StoredCandidate, claimed: number | undefined): StoredCandidate => ({
  ...candidate,
  trust: 'user',
  source: 'user_stated',
  priority: 'highest',
  importance: claimed ?? candidate.importance,
});

const ofAgent = (candidate: StoredCandidate): StoredCandidate => ({
  ...candidate,
  trust: candidate.trust === 'user' ? 'agent' : candidate.trust,
  source: candidate.source === 'user_stated' ? 'discovery' : candidate.source,
  priority: candidate.priority === 'highest' ? 'medium' : candidate.priority,
  importance: Math.min(candidate.importance, importanceOfOthers),
});

const isOfUser = ({ source, priority }: StoredCandidate): boolean =>
  source === 'user_stated' && priority === 'highest';

/**
 * Returns an addition in place of an update by which somebody else only adds to what the user stated; every other decision as it is. The
 * store refuses changes of what the user stated.
 */
export function withoutForeignUpdate(decision: Decision, candidate: StoredCandidate, batch: Batch): Decision {
  const stated = decision.action === 'update' ? statedTarget(decision, batch) : null;
  if (!stated || isOfUser(candidate) || compareStatements(candidate.content, stated.content) !== 'more') {
    return decision;
  }
  const reason = `it adds to what only the user changes; the decision was update: ${decision.reason}`;
  return { candidate: decision.candidate, action: 'add', targetId: null, reason };
}
