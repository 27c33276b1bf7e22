import type { Asked } from '../ask-twice.ts';
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
import { attribute, openClaims, withoutForeignUpdate, type Judge } from './attribute.ts';
import { guardDecisions, targetIn, type Answer } from './guard-decisions.ts';
import { mergeUpdate } from './merge-update.ts';
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
  /** Whether the user said a candidate. Default: what its source tells. */
  judge?: Judge;
  /** Null: rules decide. */
  model: ChatModel | null;
  signal: AbortSignal;
  options: MemoryOptions;
  /** Called for each reply, including rejected ones, which are billed, too. */
  onReply?: (reply: ModelReply) => void;
};

/**
 * Phase 2: returns one decision for each candidate, in their order, and the candidates as they are to be stored. A candidate is known if its
 * text is stored or if it only echoes a memory that was in the prompt; it is new without a neighbour; about all others together the model
 * decides in one call. Code checks every decision that would end or drop something, and whether the user said what changes their own
 * words. What it cannot tell goes into one more call. An update may take over what stays true of the memory. A `noop` names the memory
 * that says the same, or the earlier candidate of the batch (by its id). Throws what the model throws, and `malformed_answer`.
 */
export async function decide(
  input: DecideInput,
): Promise<{ decisions: Decision[]; candidates: StoredCandidate[] }> {
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
  const { model, judge = bySource(input) } = input;
  const first = guardDecisions(proposed, batch);
  if (!model) return { decisions: first.decisions, candidates: input.candidates.map(withoutClaim) };
  const isRead = ({ candidate, action }: Decision): boolean =>
    action !== 'noop' || first.disputes.some((dispute) => dispute.candidate === candidate);
  const questions = [...first.disputes, ...openClaims(proposed.filter(isRead), batch, judge)];
  const { changes, isUsers } =
    questions.length === 0
      ? { changes: new Map<number, Answer>(), isUsers: new Map<number, boolean | null>() }
      : await settleDisputes(
          questions,
          input.candidates.map((candidate, index) => ({ candidate, saidAt: input.saidAt[index] ?? null })),
          askedOf(input, model),
        );
  const guarded = guardDecisions(proposed, batch, changes).decisions;
  const candidates = attribute(guarded, batch, judge, isUsers);
  const decisions: Decision[] = [];
  for (const { text, ...rest } of guarded) {
    const candidate = candidates[rest.candidate];
    if (!candidate) continue;
    const decision = withoutForeignUpdate(rest, candidate, batch);
    const target = decision.action === 'update' ? targetIn(batch, decision) : undefined;
    if (target) candidates[rest.candidate] = await mergeUpdate(candidate, target, text);
    decisions.push(decision);
  }
  return { decisions, candidates };
}

/** Without the messages, a candidate is the user's if it says so. */
const bySource =
  ({ candidates }: DecideInput): Judge =>
  (index) => ({ isUsers: candidates[index]?.source === 'user_stated' ? 'yes' : 'no' });

const withoutClaim = ({ claimed: _claim, ...candidate }: StoredCandidate): StoredCandidate => candidate;

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

/** Whether there is a memory, or an earlier candidate, that may say the same as a candidate, or the opposite. */
function hasNeighbour({ candidate, neighbours }: Undecided, earlier: Undecided[]): boolean {
  const statement = readStatement(candidate.content);
  return (
    neighbours.length > 0 ||
    earlier.some(
      ({ candidate: other }) =>
        isSameScope(other, candidate) && shareSaid(other.content, statement) >= leastShared,
    )
  );
}

/** The share of a candidate's words that an earlier one of the same batch contains if the two may be about the same. */
const leastShared = 1 / 3;

const askedOf = ({ options, signal, onReply }: DecideInput, model: ChatModel): Asked => ({
  ...{ model, signal, onReply },
  timeout: options.dedup.timeout,
  timeZone: options.timeZone,
});

async function decideRest(undecided: Undecided[], input: DecideInput): Promise<Decision[]> {
  const { model } = input;
  if (model && undecided.some((one, index) => hasNeighbour(one, undecided.slice(0, index)))) {
    return decideByModel(undecided, askedOf(input, model));
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
