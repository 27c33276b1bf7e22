import type { Neighbour } from '../store/matching.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Decision } from '../types.ts';
import { changesOnePlace, compareStatements, namesAnotherValue } from './compare-statements.ts';
import { isNegated, readStatement, shareSaid } from '../text/statement-overlap.ts';
import { tellsMilestones, tellsStatus } from './tells-progress.ts';

type Batch = {
  candidates: StoredCandidate[];
  neighbours: Neighbour[][];
  /** Indexes of the candidates that were decided by comparison, rather than by hash or as an echo. */
  read: ReadonlySet<number>;
};

/** What a candidate does to a stored statement: changes it, says nothing that it does not say, or is about something else. */
export type Answer = 'changes' | 'same' | 'other' | 'unclear';
/** A candidate and the stored statement about which guard and decision disagree. */
export type Dispute = { candidate: number; stored: Compared };
/** A memory, or an earlier candidate of the batch. */
export type Compared = Pick<
  StoredCandidate,
  'id' | 'content' | 'category' | 'metadata' | 'priority' | 'evidence' | 'holdsFrom' | 'holdsUntil'
> & { createdAt?: Date };
type Guarded = { decision: Decision; dispute?: Dispute };

/**
 * Returns the decisions that may be applied, in their order, and the disputes that have no answer yet. Pure.
 *
 * - An update or delete passes if the statements differ in one place, by a negation, or if the candidate says everything
 * that the memory says. Otherwise it is disputed.
 *
 * - A statement with another status of the task that it names changes that task, whatever the decision. If it matches
 * another task better, or hardly matches this one, it is disputed.
 *
 * - A plan with the same words and other milestones changes the plan.
 *
 * - A `noop` is disputed if it would drop a value, a negation or a content word that the memory lacks.
 *
 * - The answer to a dispute decides: `other` adds the candidate, `changes` lets it replace the memory, `same` drops it. If there is no
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
  const named = targetIn(batch, decision);
  if (!named) return { decision: addition(decision, 'the statement was not compared with that memory') };
  const disputed = (proposed: Decision, stored: Compared): Guarded => ({
    decision: settleDispute(proposed, answer),
    dispute: { candidate: decision.candidate, stored },
  });
  if (tellsMilestones(candidate, named)) return { decision: { ...decision, action: 'update' } };
  if (tellsStatus(candidate, named)) {
    const targetId = whatBecameOf(named.id, 'update', earlier, batch);
    const update: Decision = { ...decision, action: 'update', targetId };
    return namesTask(candidate, named, batch) ? { decision: update } : disputed(update, named);
  }
  const target = replacementOf(named.id, earlier, batch) ?? named;
  const { id: targetId, content } = target;
  if (decision.action === 'noop') {
    const known = { ...decision, targetId: whatBecameOf(named.id, 'noop', earlier, batch) };
    const isKnown = !batch.read.has(decision.candidate) || !wouldDrop(candidate, content);
    if (isKnown || answer === 'same') return { decision: known };
  } else {
    if (isOutdated(candidate, target)) {
      return { decision: { ...decision, action: 'noop', targetId, reason: saidLater } };
    }
    if (isOlder(candidate, target)) {
      return {
        decision: differs(candidate, target)
          ? { ...decision, action: 'noop', targetId, reason: learntLater }
          : addition(decision, learntLater),
      };
    }
    if (isPlainChange(decision, candidate.content, content)) return { decision: { ...decision, targetId } };
  }
  return disputed({ ...decision, targetId }, target);
}

/** An update shows what it replaces, while a delete says that nothing of it holds. */
const isPlainChange = ({ action }: Decision, said: string, stored: string): boolean =>
  compareStatements(said, stored) !== 'other' || (action === 'update' && changesOnePlace(said, stored));

/** Returns the memory, or the earlier candidate, that a decision names. */
export const targetIn = (
  { candidates, neighbours }: Pick<Batch, 'candidates' | 'neighbours'>,
  { candidate, targetId }: Decision,
): Compared | undefined =>
  neighbours.flat().find(({ memory }) => memory.id === targetId)?.memory ??
  candidates.slice(0, candidate).find(({ id }) => id === targetId);

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
  if (answer === 'other') return addition(decision, 'both memories stay, they are about different things');
  if (answer === 'same')
    return { ...decision, action: 'noop', reason: `the memory says the same: ${decision.reason}` };
  if (answer === 'unclear') {
    const added = addition(decision, 'both memories stay, whether one changes the other is unclear');
    return decision.targetId === null ? added : { ...added, disputes: decision.targetId };
  }
  if (decision.action !== 'noop') return decision;
  return {
    ...decision,
    action: 'update',
    reason: `the statement changes the memory; the decision was noop: ${decision.reason}`,
  };
}

/** Whether a value, a negation or a content word of the candidate would be lost if it were dropped. */
function wouldDrop({ content }: StoredCandidate, stored: string): boolean {
  const statement = readStatement(content);
  return (
    statement.isNegated !== isNegated(stored) ||
    namesAnotherValue(content, stored) ||
    ['value', 'denied'].includes(compareStatements(content, stored)) ||
    shareSaid(stored, statement) < 1
  );
}

/** Returns a `noop` if the user later said something else about the same thing. */
function outdatedBy(candidate: StoredCandidate, decision: Decision, batch: Batch): Decision | null {
  const later = batch.neighbours[decision.candidate]?.find(
    ({ memory }) =>
      (isOutdated(candidate, memory) || isOlder(candidate, memory)) && differs(candidate, memory),
  );
  return later ? { ...decision, action: 'noop', targetId: later.memory.id, reason: saidLater } : null;
}

const saidLater = 'the user said otherwise later';
const learntLater = 'the memory was learnt later than what is imported';

const differs = (candidate: StoredCandidate, { content }: Pick<StoredCandidate, 'content'>): boolean =>
  ['value', 'denied'].includes(compareStatements(candidate.content, content));

/** Whether an imported statement was learnt before the memory, which it then does not change. */
const isOlder = ({ saidAt }: StoredCandidate, { createdAt }: Compared): boolean =>
  saidAt instanceof Date && createdAt !== undefined && saidAt < createdAt;

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
