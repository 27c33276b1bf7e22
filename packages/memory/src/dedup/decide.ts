import { scopeOf } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, ModelReply } from '../ports.ts';
import type { Neighbour } from '../store/matching.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Decision } from '../types.ts';
import { isNegated, readStatement, shareSaid } from '../text/statement-overlap.ts';
import { namesAnotherValue } from './compare-statements.ts';
import { decideByModel } from './decide-by-model.ts';
import { decideByRules } from './decide-by-rules.ts';
import { guardDecisions } from './guard-decisions.ts';
import type { Undecided } from './prompt.ts';
import { settleDisputes } from './settle-disputes.ts';

export type DecideInput = {
  candidates: StoredCandidate[];
  /** The neighbours of each candidate, best first. */
  neighbours: Neighbour[][];
  /** Memories that were in the prompt when the candidates' messages were written. */
  injectedIds: ReadonlySet<string>;
  /** Indexes of the candidates that neither a user nor a tool said. */
  agentOnly: ReadonlySet<number>;
  /** When each candidate was said; null if that is not known. */
  saidAt: (Date | null)[];
  /** Null: rules decide. */
  model: ChatModel | null;
  signal: AbortSignal;
  options: MemoryOptions;
  /** Called for each reply, including rejected ones, which are billed, too. */
  onReply?: (reply: ModelReply) => void;
};

/**
 * Phase 2: returns one decision for each candidate, in their order. A candidate is known if its text is stored or if
 * it only echoes a memory that was in the prompt; it is new without a neighbour; about all others together the model
 * decides in one call. A guard in code checks every decision that would end or drop something; where it disagrees,
 * one more call asks the model whether both statements can be true. A `noop` names the memory that says the same, or
 * the earlier candidate of the batch (by its id). Throws what the model throws, and `malformed_answer`.
 */
export async function decide(input: DecideInput): Promise<{ decisions: Decision[] }> {
  const settled: Decision[] = [];
  const undecided: Undecided[] = [];
  for (const [index, candidate] of input.candidates.entries()) {
    const neighbours = input.neighbours[index] ?? [];
    const known = knownBy(index, candidate, neighbours, input);
    if (known) settled.push({ candidate: index, action: 'noop', ...known });
    else undecided.push({ index, candidate, saidAt: input.saidAt[index] ?? null, neighbours });
  }
  const proposed = [...settled, ...(await decideRest(undecided, input))].toSorted(
    (one, other) => one.candidate - other.candidate,
  );
  const batch = { ...input, read: new Set(undecided.map(({ index }) => index)) };
  const { decisions, disputes } = guardDecisions(proposed, batch);
  if (disputes.length === 0 || !input.model) return { decisions };
  const answers = await settleDisputes(disputes, {
    ...input,
    model: input.model,
    timeout: input.options.dedup.timeout,
  });
  return { decisions: guardDecisions(proposed, batch, answers).decisions };
}

/** Returns what a candidate is known by, and why, as far as that needs no model and no comparison. */
function knownBy(
  index: number,
  candidate: StoredCandidate,
  neighbours: Neighbour[],
  { candidates, injectedIds, agentOnly, model }: DecideInput,
): Pick<Decision, 'targetId' | 'reason'> | null {
  const twin = neighbours.find(({ sameHash }) => sameHash);
  if (twin) return { targetId: twin.memory.id, reason: 'the same text' };
  const earlier = candidates.slice(0, index).find((one) => isTwin(one, candidate));
  if (earlier) return { targetId: earlier.id, reason: 'the same text as an earlier candidate' };
  if (!agentOnly.has(index)) return null;
  const least = model ? repeatedShare.withModel : repeatedShare.alone;
  const echoed = neighbours.find(
    ({ memory }) => injectedIds.has(memory.id) && repeats(candidate.content, memory.content, least),
  );
  const reason = 'it repeats a memory that was in the prompt, and nobody else said it';
  return echoed ? { targetId: echoed.memory.id, reason } : null;
}

/**
 * The share of a candidate's content words that a memory must contain if the candidate only repeats it. Below that,
 * another name or thing may be meant, which a model can tell.
 */
const repeatedShare = { withModel: 0.8, alone: 0.5 };

function repeats(said: string, stored: string, least: number): boolean {
  const statement = readStatement(said);
  return (
    shareSaid(stored, statement) >= least &&
    statement.isNegated === isNegated(stored) &&
    !namesAnotherValue(said, stored)
  );
}

const isTwin = (one: StoredCandidate, other: StoredCandidate): boolean =>
  one.contentHash === other.contentHash && isSameScope(one, other);

const isSameScope = (one: StoredCandidate, other: StoredCandidate): boolean =>
  scopeOf(one.namespace) === scopeOf(other.namespace);

async function decideRest(undecided: Undecided[], input: DecideInput): Promise<Decision[]> {
  const { model, options } = input;
  const isWithoutOthers = undecided.length === 1 && undecided[0]?.neighbours.length === 0;
  if (undecided.length > 0 && model && !isWithoutOthers) {
    return decideByModel(undecided, { ...input, model, timeout: options.dedup.timeout });
  }
  // a statement that only gives the status of a stored task is no task itself
  const statuses = new Set<number>();
  return undecided.map(({ index, candidate, neighbours }) => {
    const before = input.candidates
      .slice(0, index)
      .filter((one, place) => isSameScope(one, candidate) && !statuses.has(place));
    const known = [...neighbours.map(({ memory }) => memory), ...before.toReversed()];
    const verdict = decideByRules(candidate, known);
    if (verdict.inPlace) statuses.add(index);
    return { candidate: index, ...verdict };
  });
}
