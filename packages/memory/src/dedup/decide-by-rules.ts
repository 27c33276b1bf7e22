import type { StoredCandidate } from '../store/store.ts';
import type { Decision } from '../types.ts';
import { namesReplaced } from './names-replaced.ts';
import { hasOtherValue } from './other-value.ts';
import { losesPart } from './parts-lost.ts';
import { isPartOf, isSameText, isTurnedRound } from './same-statement.ts';

/** A candidate, or what it is compared with: a memory, or an earlier candidate of the batch. */
type Comparable = Pick<StoredCandidate, 'id' | 'content' | 'memoryType' | 'source'>;
type Verdict = Pick<Decision, 'action' | 'targetId' | 'reason'>;

/**
 * Decides without a model: the same words are known; the same statement with another value or with more to it, and what
 * says itself what it replaces, is an update; all else is new. What happened (episodic) is never changed by what
 * happened later.
 */
export function decideByRules(candidate: Comparable, known: Comparable[]): Verdict {
  const same = known.find((memory) => isKnownBy(candidate, memory));
  if (same) return { action: 'noop', targetId: same.id, reason: 'the same, said otherwise' };
  for (const memory of known) {
    const reason = reasonToReplace(candidate, memory);
    if (reason !== null) return { action: 'update', targetId: memory.id, reason };
  }
  return { action: 'add', targetId: null, reason: 'nothing stored says the same' };
}

function isKnownBy(candidate: Comparable, memory: Comparable): boolean {
  const [said, stored] = [candidate.content, memory.content];
  if (isSameText(said, stored)) return true;
  return !happened(candidate, memory) && (isTurnedRound(said, stored) || isPartOf(said, stored));
}

function reasonToReplace(candidate: Comparable, memory: Comparable): string | null {
  if (happened(candidate, memory)) return null;
  const [said, stored] = [candidate.content, memory.content];
  if (losesPart(said, stored)) return null;
  if (candidate.source === 'user_stated' && namesReplaced(said, stored)) {
    return 'the user says what it replaces';
  }
  if (hasOtherValue(said, stored)) return 'the same subject with another value';
  return isPartOf(stored, said) ? 'it says the same and more' : null;
}

const happened = (candidate: Comparable, memory: Comparable): boolean =>
  candidate.memoryType === 'episodic' || memory.memoryType === 'episodic';
