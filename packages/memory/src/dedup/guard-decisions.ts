import type { Neighbour, StoredCandidate } from '../store/store.ts';
import type { Decision } from '../types.ts';
import { namesReplaced, withoutReplaced } from './names-replaced.ts';
import { differsInOneValue, hasOtherValue } from './other-value.ts';
import { losesPart } from './parts-lost.ts';
import { isDenied } from './same-statement.ts';
import { haveSameSubject } from './same-subject.ts';
import { tokensOf } from './statement-tokens.ts';

type Batch = {
  candidates: StoredCandidate[];
  neighbours: Neighbour[][];
  /** Indexes of the candidates that were decided by reading, not by hash or as an echo. */
  read: ReadonlySet<number>;
};

/**
 * The decisions as they may be applied, in their order. An update or delete that would let one thing retire another, or
 * half of a memory what the other half says, adds the candidate instead, and both stay. What the user said before the memory that it would replace is outdated, and known. A `noop` that would drop another value (8081 as known by 8080) is an update, or an
 * addition when the user says more than is known. When an earlier candidate has taken a memory's place, the later one is held
 * against that candidate. A `noop` that names another candidate names what that one became. Pure.
 */
export function guardDecisions(decisions: Decision[], batch: Batch): Decision[] {
  const guarded: Decision[] = [];
  for (const decision of decisions) guarded.push(guard(decision, guarded, batch));
  return guarded;
}

function guard(decision: Decision, earlier: Decision[], batch: Batch): Decision {
  const candidate = batch.candidates[decision.candidate];
  if (!candidate) return decision;
  if (decision.action === 'add') return outdatedBy(candidate, decision, batch) ?? decision;
  const { targetId, content } = targetOf(decision, earlier, batch);
  if (decision.action !== 'noop' && isOutdated(candidate, targetId, batch)) {
    return { ...decision, action: 'noop', targetId, reason: saidLater };
  }
  if (decision.action === 'noop') {
    const known = { ...decision, targetId: whatBecameOf(decision.targetId, earlier, batch) };
    if (content === null || !batch.read.has(decision.candidate)) return known;
    if (isOtherValueOf(content, candidate.content)) return otherValue(decision, targetId);
    if (candidate.trust !== 'user') return known;
    if (namesAnotherValue(candidate.content, content)) {
      return addition(decision, 'both stay, it names a value that the other does not');
    }
    return isDenied(withoutReplaced(candidate.content), withoutReplaced(content))
      ? addition(decision, 'both stay, one denies what the other says')
      : known;
  }
  if (content === null) return addition(decision, 'the memory is not one of those that it was compared with');
  if (losesPart(candidate.content, content)) {
    return addition(decision, 'both stay, the memory says more than what it would be replaced by');
  }
  const isCorrection = candidate.source === 'user_stated' && namesReplaced(candidate.content, content);
  if (isCorrection || haveSameSubject(withoutReplaced(candidate.content), content))
    return { ...decision, targetId };
  return addition(decision, 'both stay, they speak of different things');
}

/** The memory, or the candidate that took its place a moment ago. */
function targetOf(decision: Decision, earlier: Decision[], { candidates, neighbours }: Batch) {
  const successor = earlier.findLast(
    ({ action, targetId }) => (action === 'update' || action === 'delete') && targetId === decision.targetId,
  );
  const replacement = successor && candidates[successor.candidate];
  if (replacement) return { targetId: replacement.id, content: replacement.content };
  const memory = neighbours.flat().find((one) => one.memory.id === decision.targetId)?.memory;
  const candidate = candidates.slice(0, decision.candidate).find(({ id }) => id === decision.targetId);
  return { targetId: decision.targetId, content: memory?.content ?? candidate?.content ?? null };
}

/** The user's later word on the same thing: what she said before it is not added again. */
function outdatedBy(candidate: StoredCandidate, decision: Decision, batch: Batch): Decision | null {
  const later = batch.neighbours[decision.candidate]?.find(
    ({ memory }) =>
      isOutdated(candidate, memory.id, batch) && hasOtherValue(candidate.content, memory.content),
  );
  return later ? { ...decision, action: 'noop', targetId: later.memory.id, reason: saidLater } : null;
}

const saidLater = 'the user said otherwise later';

/** The user said it before what it would replace: extraction comes after the session, what was to be remembered at once does not. */
function isOutdated(candidate: StoredCandidate, targetId: string | null, { neighbours }: Batch): boolean {
  const memory = neighbours.flat().find((one) => one.memory.id === targetId)?.memory;
  if (memory?.priority !== 'highest') return false;
  return candidate.evidence.some(({ sessionId, messages }) => {
    const later = memory.evidence.filter((one) => one.sessionId === sessionId).flatMap((one) => one.messages);
    return later.length > 0 && Math.max(...messages) < Math.max(...later);
  });
}

/** A candidate that is itself only known stands for the memory that says it. */
function whatBecameOf(targetId: string | null, earlier: Decision[], { candidates }: Batch): string | null {
  const other = earlier.find(({ candidate }) => candidates[candidate]?.id === targetId);
  return other?.action === 'noop' ? other.targetId : targetId;
}

const otherValue = (decision: Decision, targetId: string | null): Decision => ({
  ...decision,
  action: 'update',
  targetId,
  reason: `it has another value; the decision was noop: ${decision.reason}`,
});

const isOtherValueOf = (one: string, other: string): boolean =>
  haveSameSubject(one, other) && differsInOneValue(one, other);

/** A number or name that the other statement has not. */
function namesAnotherValue(said: string, stored: string): boolean {
  const valuesOf = (text: string): string[] =>
    tokensOf(text).flatMap((token) => (token.kind === 'number' || token.kind === 'name' ? [token.text] : []));
  const known = new Set(tokensOf(stored).map(({ text }) => text));
  return valuesOf(said).some((value) => !known.has(value));
}

const addition = ({ candidate, action, reason }: Decision, objection: string): Decision => ({
  candidate,
  action: 'add',
  targetId: null,
  reason: `${objection}; the decision was ${action}: ${reason}`,
});
