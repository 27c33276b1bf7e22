import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import { scopeOf } from '../namespaces.ts';
import type { ChatMessage, ChatModel, ModelReply, ModelUsage } from '../ports.ts';
import { readJsonObject } from '../text/read-json.ts';
import type { Neighbour, StoredCandidate } from '../store/store.ts';
import { truncateToTokens } from '../text/tokens.ts';
import type { Decision } from '../types.ts';
import { decisionPrompt, malformedPrompt, type NumberedCandidate, type NumberedMemory } from './prompt.ts';
import { decisionAnswer, decisionJsonSchema, type RawDecision } from './schema.ts';

/** Tokens of an answer: a short line for each of some 100 candidates, and room to think. */
const replyTokens = 8_000;
/** Tokens of a wrong answer, and of what was wrong with it, that the model is shown again. */
const shownAnswer = 4_000;
const shownProblem = 400;

export type Undecided = { index: number; candidate: StoredCandidate; neighbours: Neighbour[] };

type Input = {
  undecided: Undecided[];
  model: ChatModel;
  /** Milliseconds for one call. */
  timeout: number;
  signal: AbortSignal;
  onReply?: ((reply: ModelReply) => void) | undefined;
};
type Usage = ModelUsage & { model: string };

/**
 * One model call for all undecided candidates; a malformed or incomplete answer is asked for once more with what is wrong. Throws
 * `malformed_answer` after the second, and what the model throws.
 */
export async function decideByModel(input: Input): Promise<{ decisions: Decision[]; usage: Usage }> {
  const { undecided, model } = input;
  const memories = numberMemories(undecided);
  const candidates = numberCandidates(undecided, memories);
  const prompt = decisionPrompt(candidates, memories);
  const usage: Usage = { model: model.id, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
  let conversation: ChatMessage[] = prompt;
  let problem = '';
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const reply = await ask(input, conversation);
    addUsage(usage, reply);
    const read = readDecisions(reply.content, candidates, memories);
    if (typeof read !== 'string') return { decisions: toDecisions(read, undecided, memories), usage };
    problem = truncateToTokens(read, shownProblem);
    conversation = [
      ...prompt,
      { role: 'assistant', content: truncateToTokens(reply.content, shownAnswer) },
      { role: 'user', content: malformedPrompt(problem) },
    ];
  }
  throw new MemoryError('malformed_answer', `the model did not decide on every candidate: ${problem}`);
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

async function ask(input: Input, messages: ChatMessage[]): Promise<ModelReply> {
  const { model, timeout, signal } = input;
  const reply = await model.generate({
    messages,
    schema: { name: 'decisions', schema: decisionJsonSchema },
    maxOutputTokens: Math.min(replyTokens, Math.floor(model.contextWindow / 4)),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
  input.onReply?.(reply);
  return reply;
}

function addUsage(usage: Usage, reply: ModelReply): void {
  usage.model = reply.model;
  usage.inputTokens += reply.usage.inputTokens;
  usage.outputTokens += reply.usage.outputTokens;
  usage.cachedTokens += reply.usage.cachedTokens;
}

/** One valid decision for each candidate, or what is wrong, in words for the model. */
function readDecisions(
  text: string,
  candidates: NumberedCandidate[],
  memories: NumberedMemory[],
): Map<number, RawDecision> | string {
  const answer = readJsonObject(text);
  if (answer === undefined) return 'it is no whole JSON object';
  const parsed = decisionAnswer.safeParse(answer);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const byCandidate = new Map<number, RawDecision>();
  const problems: string[] = [];
  for (const decision of parsed.data.decisions) {
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
