import type { Neighbour, StoredCandidate } from '../store/store.ts';
import type { Decision } from '../types.ts';
import { namesReplaced } from './names-replaced.ts';
import { haveSameSubject } from './same-subject.ts';

type Batch = { candidates: StoredCandidate[]; neighbours: Neighbour[][] };

/**
 * The decisions as they may be applied, in their order. An update or delete that would let one thing retire another adds
 * the candidate instead, and both stay. When an earlier candidate has taken a memory's place, the later one is held
 * against that candidate. A `noop` that names another candidate names what that one became. Pure.
 */
export function guardDecisions(decisions: Decision[], batch: Batch): Decision[] {
  const guarded: Decision[] = [];
  for (const decision of decisions) guarded.push(guard(decision, guarded, batch));
  return guarded;
}

function guard(decision: Decision, earlier: Decision[], batch: Batch): Decision {
  const candidate = batch.candidates[decision.candidate];
  if (!candidate || decision.action === 'add') return decision;
  if (decision.action === 'noop')
    return { ...decision, targetId: whatBecameOf(decision.targetId, earlier, batch) };
  const { targetId, content } = targetOf(decision, earlier, batch);
  if (content === null) return addition(decision, 'the memory is not one of those that it was compared with');
  const isCorrection = candidate.source === 'user_stated' && namesReplaced(candidate.content, content);
  if (isCorrection || haveSameSubject(candidate.content, content)) return { ...decision, targetId };
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

/** A candidate that is itself only known stands for the memory that says it. */
function whatBecameOf(targetId: string | null, earlier: Decision[], { candidates }: Batch): string | null {
  const other = earlier.find(({ candidate }) => candidates[candidate]?.id === targetId);
  return other?.action === 'noop' ? other.targetId : targetId;
}

const addition = ({ candidate, action, reason }: Decision, objection: string): Decision => ({
  candidate,
  action: 'add',
  targetId: null,
  reason: `${objection}; the decision was ${action}: ${reason}`,
});
