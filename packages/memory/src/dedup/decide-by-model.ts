import { scopeOf } from '../namespaces.ts';
import type { Neighbour } from '../store/matching.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Decision } from '../types.ts';
import { askTwice, type Asked } from '../ask-twice.ts';
import { decisionPrompt, replyTokens, type NumberedCandidate, type NumberedMemory } from './prompt.ts';
import { decisionAnswer, decisionJsonSchema, type RawDecision } from './schema.ts';

export type Undecided = { index: number; candidate: StoredCandidate; neighbours: Neighbour[] };

/** One model call for all undecided candidates. Throws what `askTwice` throws. */
export async function decideByModel(undecided: Undecided[], asked: Asked): Promise<Decision[]> {
  const memories = numberMemories(undecided);
  const candidates = numberCandidates(undecided, memories);
  const read = await askTwice(asked, {
    name: 'decisions',
    schema: decisionJsonSchema,
    prompt: decisionPrompt(candidates, memories),
    maxOutputTokens: replyTokens(asked.model),
    form: decisionAnswer,
    read: ({ decisions }) => readDecisions(decisions, candidates, memories),
  });
  return toDecisions(read, undecided, memories);
}

/** Each memory once, however many candidates it is a neighbour of. */
function numberMemories(undecided: Undecided[]): NumberedMemory[] {
  const byId = new Map(
    undecided.flatMap(({ neighbours }) => neighbours.map(({ memory }) => [memory.id, memory] as const)),
  );
  return [...byId.values()].map((memory, index) => ({ number: index + 1, memory }));
}

function numberCandidates(undecided: Undecided[], memories: NumberedMemory[]): NumberedCandidate[] {
  const numberById = new Map(memories.map(({ number, memory }) => [memory.id, number]));
  return undecided.map(({ candidate, neighbours }, index) => ({
    number: index + 1,
    candidate,
    memories: neighbours.flatMap(({ memory }) => numberById.get(memory.id) ?? []),
  }));
}

/** One valid decision for each candidate, or what is wrong, in words for the model. */
function readDecisions(
  decisions: RawDecision[],
  candidates: NumberedCandidate[],
  memories: NumberedMemory[],
): Map<number, RawDecision> | string {
  const byCandidate = new Map<number, RawDecision>();
  const problems: string[] = [];
  for (const decision of decisions) {
    const problem = decisionProblem(decision, candidates, memories);
    if (problem !== null) problems.push(problem);
    else byCandidate.set(decision.candidate, decision);
  }
  const missing = candidates.filter(({ number }) => !byCandidate.has(number)).map(({ number }) => number);
  if (missing.length === 0) return byCandidate;
  return [...problems, `there is no valid decision for candidate ${missing.join(', ')}`].join('; ');
}

function decisionProblem(
  decision: RawDecision,
  candidates: NumberedCandidate[],
  memories: NumberedMemory[],
): string | null {
  const { candidate, action, memory, earlier_candidate: earlier } = decision;
  const about = candidates.find(({ number }) => number === candidate)?.candidate;
  if (!about) return `there is no candidate ${candidate}`;
  if (action === 'add') return null;
  const scope = scopeOf(about.namespace);
  const named =
    typeof earlier === 'number'
      ? candidates.find(({ number }) => number === earlier && number < candidate)?.candidate
      : memories.find(({ number }) => number === memory)?.memory;
  if (named && scopeOf(named.namespace) === scope) return null;
  return typeof earlier === 'number'
    ? `candidate ${candidate}: "earlier_candidate" must be one with a smaller number that is filed in the same place`
    : `candidate ${candidate}: "${action}" needs the number of a memory that it is to be compared with`;
}

/** Back to ids. */
function toDecisions(
  read: Map<number, RawDecision>,
  undecided: Undecided[],
  memories: NumberedMemory[],
): Decision[] {
  return undecided.flatMap(({ index }, position): Decision[] => {
    const raw = read.get(position + 1);
    if (!raw) return [];
    const { action, earlier_candidate: earlier } = raw;
    const reason = raw.reason.trim() || 'the model gave no reason';
    if (action === 'add') return [{ candidate: index, action, targetId: null, reason }];
    const named =
      typeof earlier === 'number'
        ? undecided[earlier - 1]?.candidate
        : memories.find(({ number }) => number === raw.memory)?.memory;
    return named ? [{ candidate: index, action, targetId: named.id, reason }] : [];
  });
}
