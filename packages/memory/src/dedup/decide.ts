import { scopeOf } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, ModelReply, ModelUsage } from '../ports.ts';
import type { Neighbour, StoredCandidate } from '../store/store.ts';
import type { Decision } from '../types.ts';
import { decideByModel, type Undecided } from './decide-by-model.ts';
import { decideByRules } from './decide-by-rules.ts';
import { guardDecisions } from './guard-decisions.ts';

export type DecideInput = {
  candidates: StoredCandidate[];
  /** Of each candidate, best first. */
  neighbours: Neighbour[][];
  /** Memories that were in the prompt of the messages that the candidates are from. */
  injectedIds: ReadonlySet<string>;
  /** Null: rules decide. */
  model: ChatModel | null;
  signal: AbortSignal;
  options: MemoryOptions;
  /** Called for each reply, the useless ones too: they were paid for. */
  onReply?: (reply: ModelReply) => void;
};

export type Decided = { decisions: Decision[]; usage: (ModelUsage & { model: string }) | null };

/**
 * Phase 2: one decision for each candidate, in their order. The same text is known; what merely echoes a memory that was
 * in the prompt is known; without a neighbour it is new; for all others together the model decides in one call. Before
 * every update and delete stands a guard in code. A `noop` names the memory that says it, or the earlier candidate of the batch
 * (by its id) that will. Throws what the model throws, and `malformed_answer`.
 */
export async function decide(input: DecideInput): Promise<Decided> {
  const settled: Decision[] = [];
  const undecided: Undecided[] = [];
  for (const [index, candidate] of input.candidates.entries()) {
    const neighbours = input.neighbours[index] ?? [];
    const decision = settle(index, candidate, neighbours, input);
    if (decision) settled.push(decision);
    else undecided.push({ index, candidate, neighbours });
  }
  const { decisions, usage } = await decideRest(undecided, input);
  const inOrder = [...settled, ...decisions].toSorted((one, other) => one.candidate - other.candidate);
  const read = new Set(undecided.map(({ index }) => index));
  return { decisions: guardDecisions(inOrder, { ...input, read }), usage };
}

/** What needs no reading. Null: it does. */
function settle(
  index: number,
  candidate: StoredCandidate,
  neighbours: Neighbour[],
  { candidates, injectedIds }: DecideInput,
): Decision | null {
  const known = (targetId: string, reason: string): Decision => ({
    candidate: index,
    action: 'noop',
    targetId,
    reason,
  });
  const twin = neighbours.find(({ sameHash }) => sameHash);
  if (twin) return known(twin.memory.id, 'the same text');
  const earlier = candidates.slice(0, index).find((one) => isTwin(one, candidate));
  if (earlier) return known(earlier.id, 'the same text as an earlier candidate');
  const echoed = candidate.trust === 'agent' && neighbours.find(({ memory }) => injectedIds.has(memory.id));
  if (echoed) {
    return known(echoed.memory.id, 'it repeats a memory that was in the prompt, and nobody else said it');
  }
  // a lone candidate without neighbours is new; several may still say the same among themselves
  return neighbours.length === 0 && candidates.length === 1
    ? { candidate: index, action: 'add', targetId: null, reason: 'nothing like it is stored' }
    : null;
}

const isTwin = (one: StoredCandidate, other: StoredCandidate): boolean =>
  one.contentHash === other.contentHash && isSameScope(one, other);

const isSameScope = (one: StoredCandidate, other: StoredCandidate): boolean =>
  scopeOf(one.namespace) === scopeOf(other.namespace);

async function decideRest(undecided: Undecided[], input: DecideInput): Promise<Decided> {
  const { model, signal, options, onReply } = input;
  const isOneNew = undecided.length === 1 && undecided[0]?.neighbours.length === 0;
  if (undecided.length > 0 && model && !isOneNew) {
    return decideByModel({ undecided, model, timeout: options.dedup.timeout, signal, onReply });
  }
  const decisions = undecided.map(({ index, candidate, neighbours }) => {
    const before = input.candidates.slice(0, index).filter((one) => isSameScope(one, candidate));
    const known = [...neighbours.map(({ memory }) => memory), ...before.toReversed()];
    return { candidate: index, ...decideByRules(candidate, known) };
  });
  return { decisions, usage: null };
}
