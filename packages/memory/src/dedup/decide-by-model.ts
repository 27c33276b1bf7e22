import { z } from 'zod';
import { scopeOf } from '../namespaces.ts';
import type { Neighbour } from '../store/matching.ts';
import type { Decision } from '../types.ts';
import { askTwice, type Asked, type Read } from '../ask-twice.ts';
import { decisionPrompt, replyTokens, type Undecided } from './prompt.ts';
import { decisionAnswer, decisionJsonSchema, rawDecision } from './schema.ts';

type Memory = Neighbour['memory'];

/**
 * Makes one model call for all undecided candidates. Asks once more when a decision is missing or cannot be used, and then adds the candidates
 * that still have none. Throws what `askTwice` throws.
 */
export async function decideByModel(undecided: Undecided[], asked: Asked): Promise<Decision[]> {
  // each once, even if it is a neighbour of several candidates
  const found = undecided.flatMap(({ neighbours }) => neighbours.map(({ memory }) => memory));
  const memories = [...new Map(found.map((memory) => [memory.id, memory])).values()];
  const valid: Decision[] = [];
  const read = ({ decisions }: { decisions: unknown[] }): Read<Decision[]> => {
    const { usable, problems } = readDecisions(decisions, undecided, memories);
    valid.push(...usable);
    const missing = undecided.flatMap(({ index }, place) =>
      valid.some(({ candidate }) => candidate === index) ? [] : [place + 1],
    );
    const value = undecided.map(
      ({ index }) => valid.findLast(({ candidate }) => candidate === index) ?? undecidable(index),
    );
    if (missing.length === 0) return { value };
    problems.push(`there is no valid decision for candidate ${missing.join(', ')}`);
    // no decisions at all may be an answer that was cut off
    return { ...(decisions.length > 0 && { value }), problem: problems.join('; ') };
  };
  return askTwice(asked, {
    name: 'decisions',
    schema: decisionJsonSchema,
    prompt: decisionPrompt(undecided, memories, asked.timeZone),
    maxOutputTokens: replyTokens(asked.model),
    form: decisionAnswer,
    read,
  });
}

const undecidable = (candidate: number): Decision => ({
  candidate,
  action: 'add',
  targetId: null,
  reason: 'the model gave no decision that can be used',
});

/**
 * Returns the decisions of one answer that can be used, and what is wrong with the others. Two different ones for a candidate leave it
 * undecided; a number that no candidate has, while a candidate has no decision, leaves all of them in doubt.
 */
function readDecisions(
  decisions: unknown[],
  undecided: Undecided[],
  memories: Memory[],
): { usable: Decision[]; problems: string[] } {
  const read = decisions.map((one) => readDecision(one, undecided, memories));
  const problems = read.filter((one) => typeof one === 'string');
  const given = read.filter((one) => typeof one !== 'string');
  const named = new Set(decisions.map((one) => rawDecision.safeParse(one).data?.candidate));
  const isMisnumbered =
    [...named].some((number) => number !== undefined && !undecided[number - 1]) &&
    undecided.some((_, place) => !named.has(place + 1));
  if (isMisnumbered) return { usable: [], problems };
  const isContradicted = ({ candidate, action, targetId }: Decision): boolean =>
    given.some(
      (other) => other.candidate === candidate && (other.action !== action || other.targetId !== targetId),
    );
  const doubtful = new Set(given.filter(isContradicted).map(({ candidate }) => candidate));
  if (doubtful.size > 0) problems.push('a candidate has two different decisions');
  return { usable: given.filter(({ candidate }) => !doubtful.has(candidate)), problems };
}

/** Returns a decision, or what is wrong with it, worded for the model. */
function readDecision(raw: unknown, undecided: Undecided[], memories: Memory[]): Decision | string {
  const parsed = rawDecision.safeParse(raw);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { candidate: number, action, memory, earlier_candidate: earlier, text, reason: given } = parsed.data;
  const about = undecided[number - 1];
  if (!about) return `there is no candidate ${number}`;
  const reason = given.trim() || 'the model gave no reason';
  if (action === 'add') return { candidate: about.index, action, targetId: null, reason };
  const isEarlier = typeof earlier === 'number';
  const named = isEarlier
    ? undecided.slice(0, number - 1)[earlier - 1]?.candidate
    : memories[(memory ?? 0) - 1];
  if (named && scopeOf(named.namespace) === scopeOf(about.candidate.namespace)) {
    const merged = action === 'update' ? (text?.trim() ?? '') : '';
    return { candidate: about.index, action, targetId: named.id, reason, ...(merged && { text: merged }) };
  }
  return isEarlier
    ? `candidate ${number}: "earlier_candidate" must be one with a smaller number that is filed in the same place`
    : `candidate ${number}: "${action}" needs the number of a memory that it is to be compared with`;
}
