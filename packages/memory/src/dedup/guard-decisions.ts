import type { Neighbour } from '../store/matching.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Decision } from '../types.ts';
import { compareStatements, namesAnotherValue } from './compare-statements.ts';
import { readStatement, shareSaid } from '../text/statement-overlap.ts';
import { tellsMilestones, tellsStatus } from './tells-progress.ts';

type Batch = {
  candidates: StoredCandidate[];
  neighbours: Neighbour[][];
  /** Indexes of the candidates that were decided by comparison, rather than by hash or as an echo. */
  read: ReadonlySet<number>;
};

/** Whether two statements can be true at the same time. */
export type Answer = 'both' | 'one' | 'unclear';
/** A candidate and the stored statement about which guard and decision disagree. */
export type Dispute = { candidate: number; said: string; stored: string };
type Guarded = { decision: Decision; dispute?: Dispute };

/**
 * Returns the decisions that may be applied, in their order, and the disputes that have no answer yet. Pure.
 *
 * - An update or delete passes if the statements differ by a value or a negation, or if the candidate says everything
 * that the memory says. Otherwise it is disputed.
 *
 * - A statement with another status of the task that it names changes that task, whatever the decision. If it matches
 * another task better, or hardly matches this one, it is disputed.
 *
 * - A plan with the same words and other milestones changes the plan.
 *
 * - A `noop` is disputed if it would drop a different value or a negation.
 *
 * - The answer to a dispute decides: `both` adds the candidate, `one` lets it replace the memory. If there is no
 * answer, or it is `unclear`, the candidate is added as disputed and both stay.
 *
 * - A candidate that the user said before the memory that it would replace is outdated and becomes a `noop`.
 *
 * - A candidate that changes a memory which an earlier one has replaced changes that earlier one. A `noop` that names
 * a candidate names what that candidate became.
 */
export function guardDecisions(
  decisions: Decision[],
  batch: Batch,
  answers: ReadonlyMap<number, Answer> = new Map(),
): { decisions: Decision[]; disputes: Dispute[] } {
  const guarded: Decision[] = [];
  const disputes: Dispute[] = [];
  for (const proposed of decisions) {
    const { decision, dispute } = guard(proposed, guarded, batch, answers.get(proposed.candidate));
    guarded.push(decision);
    if (dispute && !answers.has(proposed.candidate)) disputes.push(dispute);
  }
  return { decisions: guarded, disputes };
}

function guard(decision: Decision, earlier: Decision[], batch: Batch, answer?: Answer): Guarded {
  const candidate = batch.candidates[decision.candidate];
  if (!candidate) return { decision };
  if (decision.action === 'add') return { decision: outdatedBy(candidate, decision, batch) ?? decision };
  const named =
    batch.neighbours.flat().find(({ memory }) => memory.id === decision.targetId)?.memory ??
    batch.candidates.slice(0, decision.candidate).find(({ id }) => id === decision.targetId);
  if (!named) return { decision: addition(decision, 'it was not compared with that memory') };
  const disputed = (proposed: Decision, stored: string): Guarded => ({
    decision: settleDispute(proposed, answer),
    dispute: { candidate: decision.candidate, said: candidate.content, stored },
  });
  if (tellsMilestones(candidate, named)) return { decision: { ...decision, action: 'update' } };
  if (tellsStatus(candidate, named)) {
    const targetId = whatBecameOf(named.id, 'update', earlier, batch);
    const update: Decision = { ...decision, action: 'update', targetId };
    return namesTask(candidate, named, batch) ? { decision: update } : disputed(update, named.content);
  }
  const target = replacementOf(named.id, earlier, batch) ?? named;
  const { id: targetId, content } = target;
  if (decision.action === 'noop') {
    const known = { ...decision, targetId: whatBecameOf(named.id, 'noop', earlier, batch) };
    if (!batch.read.has(decision.candidate) || !wouldDrop(candidate, content)) return { decision: known };
  } else {
    if (isOutdated(candidate, target)) {
      return { decision: { ...decision, action: 'noop', targetId, reason: saidLater } };
    }
    if (compareStatements(candidate.content, content) !== 'other')
      return { decision: { ...decision, targetId } };
  }
  return disputed({ ...decision, targetId }, content);
}

/** Returns the earlier candidate that replaces a memory. */
function replacementOf(id: string, earlier: Decision[], { candidates }: Batch): StoredCandidate | undefined {
  const successor = earlier.findLast(
    ({ action, targetId }) => (action === 'update' || action === 'delete') && targetId === id,
  );
  return successor && candidates[successor.candidate];
}

/**
 * Returns the memory that an earlier candidate repeats (`noop`), or the task whose status it gives (`update`);
 * otherwise the id itself.
 */
function whatBecameOf(
  id: string,
  by: 'noop' | 'update',
  earlier: Decision[],
  { candidates }: Batch,
): string | null {
  const other = earlier.find(({ candidate }) => candidates[candidate]?.id === id);
  return other?.action === by ? other.targetId : id;
}

/** The minimum share of the words of a statement, or of a task, that the other contains if it is about that task. */
const leastNamed = 1 / 2;

type Statement = Pick<StoredCandidate, 'content' | 'category'>;

function namesTask(candidate: StoredCandidate, task: Statement, batch: Batch): boolean {
  const shared = ({ content }: Statement): number =>
    Math.max(
      shareSaid(content, readStatement(candidate.content)),
      shareSaid(candidate.content, readStatement(content)),
    );
  const others = (batch.neighbours[batch.candidates.indexOf(candidate)] ?? []).map(({ memory }) => memory);
  return (
    shared(task) >= leastNamed &&
    others.every((other) => other.category !== 'task' || shared(other) <= shared(task))
  );
}

function settleDispute(decision: Decision, answer: Answer = 'unclear'): Decision {
  if (answer === 'both') return addition(decision, 'both stay, both can be true');
  if (answer === 'unclear') {
    const added = addition(decision, 'both stay, whether both can be true is unclear');
    return decision.targetId === null ? added : { ...added, disputes: decision.targetId };
  }
  if (decision.action !== 'noop') return decision;
  const reason = `only one can be true; the decision was noop: ${decision.reason}`;
  return { ...decision, action: 'update', reason };
}

/** Whether a value or a negation of the candidate would be lost if it were dropped. */
function wouldDrop(candidate: StoredCandidate, stored: string): boolean {
  const comparison = compareStatements(candidate.content, stored);
  if (comparison === 'value' || comparison === 'denied') return true;
  return candidate.trust === 'user' && namesAnotherValue(candidate.content, stored);
}

/** Returns a `noop` if the user later said something else about the same thing. */
function outdatedBy(candidate: StoredCandidate, decision: Decision, batch: Batch): Decision | null {
  const later = batch.neighbours[decision.candidate]?.find(
    ({ memory }) =>
      isOutdated(candidate, memory) &&
      ['value', 'denied'].includes(compareStatements(candidate.content, memory.content)),
  );
  return later ? { ...decision, action: 'noop', targetId: later.memory.id, reason: saidLater } : null;
}

const saidLater = 'the user said otherwise later';

/**
 * Whether the user said the candidate before the memory. Explicit requests are stored at once, extraction runs later,
 * so an earlier statement can arrive after a later one.
 */
function isOutdated(candidate: StoredCandidate, stored: Pick<StoredCandidate, 'priority' | 'evidence'>) {
  if (stored.priority !== 'highest') return false;
  return candidate.evidence.some(({ sessionId, messages }) => {
    const later = stored.evidence.filter((one) => one.sessionId === sessionId).flatMap((one) => one.messages);
    return later.length > 0 && Math.max(...messages) < Math.max(...later);
  });
}

const addition = ({ candidate, action, reason }: Decision, objection: string): Decision => ({
  candidate,
  action: 'add',
  targetId: null,
  reason: `${objection}; the decision was ${action}: ${reason}`,
});
