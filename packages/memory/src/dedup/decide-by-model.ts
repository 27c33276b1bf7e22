import { scopeOf } from '../namespaces.ts';
import type { Neighbour } from '../store/matching.ts';
import type { Decision } from '../types.ts';
import { askTwice, type Asked } from '../ask-twice.ts';
import { decisionPrompt, replyTokens, type Undecided } from './prompt.ts';
import { decisionAnswer, decisionJsonSchema, type RawDecision } from './schema.ts';

type Memory = Neighbour['memory'];

/** Makes one model call for all undecided candidates. Throws what `askTwice` throws. */
export async function decideByModel(undecided: Undecided[], asked: Asked): Promise<Decision[]> {
  // each once, even if it is a neighbour of several candidates
  const found = undecided.flatMap(({ neighbours }) => neighbours.map(({ memory }) => memory));
  const memories = [...new Map(found.map((memory) => [memory.id, memory])).values()];
  return askTwice(asked, {
    name: 'decisions',
    schema: decisionJsonSchema,
    prompt: decisionPrompt(undecided, memories),
    maxOutputTokens: replyTokens(asked.model),
    form: decisionAnswer,
    read: ({ decisions }) => readDecisions(decisions, undecided, memories),
  });
}

/** Returns one valid decision for each candidate, or what is wrong, worded for the model. */
function readDecisions(raw: RawDecision[], undecided: Undecided[], memories: Memory[]): Decision[] | string {
  const read = raw.map((one) => readDecision(one, undecided, memories));
  const problems = read.filter((one) => typeof one === 'string');
  const valid = read.filter((one) => typeof one !== 'string');
  const decisions = undecided.map(({ index }) => valid.findLast(({ candidate }) => candidate === index));
  const missing = decisions.flatMap((decision, index) => (decision ? [] : [index + 1]));
  if (missing.length === 0) return decisions.flatMap((decision) => decision ?? []);
  return [...problems, `there is no valid decision for candidate ${missing.join(', ')}`].join('; ');
}

function readDecision(
  { candidate: number, action, memory, earlier_candidate: earlier, reason: given }: RawDecision,
  undecided: Undecided[],
  memories: Memory[],
): Decision | string {
  const about = undecided[number - 1];
  if (!about) return `there is no candidate ${number}`;
  const reason = given.trim() || 'the model gave no reason';
  if (action === 'add') return { candidate: about.index, action, targetId: null, reason };
  const isEarlier = typeof earlier === 'number';
  const named = isEarlier
    ? undecided.slice(0, number - 1)[earlier - 1]?.candidate
    : memories[(memory ?? 0) - 1];
  if (named && scopeOf(named.namespace) === scopeOf(about.candidate.namespace)) {
    return { candidate: about.index, action, targetId: named.id, reason };
  }
  return isEarlier
    ? `candidate ${number}: "earlier_candidate" must be one with a smaller number that is filed in the same place`
    : `candidate ${number}: "${action}" needs the number of a memory that it is to be compared with`;
}
