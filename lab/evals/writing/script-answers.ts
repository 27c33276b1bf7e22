import { z } from 'zod';
import type { RecordedRequest } from '../../../packages/memory/testing/index.ts';
import type { EvalSession, ExpectedStatement, ScriptedDecision } from './eval-case.ts';
import { saysWhatIsExpected } from './score.ts';

const chatRequest = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }),
});

/**
 * Answers for one session, as its case scripts them: whole texts first, one for each request of their kind, then the memories or
 * decisions. A decision names statements by a part of their text; the numbers are looked up in the request. Throws when a name is
 * not there, or not unique: the case is wrong. A relation names a known memory in the same way. Asked whether a statement changes
 * a stored one, it says `yes` where the stored one should no longer be valid after the case, `same` where the two are one expected statement,
 * and `unclear` where both should be valid: a model that decided wrongly does not mend that itself. Asked whether the user said a
 * statement, it says what the case expects of its trust.
 */
export function scriptAnswers(
  session: EvalSession,
  valid: ExpectedStatement[] = [],
): (request: RecordedRequest) => string {
  const extractTexts = session.extract.filter((answer) => typeof answer === 'string');
  const memories = session.extract.filter((answer) => typeof answer !== 'string');
  const decideTexts = session.decide.filter((answer) => typeof answer === 'string');
  const decisions = session.decide.filter((answer) => typeof answer !== 'string');

  return ({ body }) => {
    const { messages, response_format: format } = chatRequest.parse(body);
    const shown = messages.find(({ role }) => role === 'user')?.content ?? '';
    if (format.json_schema.name === 'memories') {
      return extractTexts.shift() ?? JSON.stringify({ memories: memories.map((one) => relate(one, shown)) });
    }
    if (format.json_schema.name === 'answers') return JSON.stringify({ answers: answerPairs(shown, valid) });
    return decideTexts.shift() ?? JSON.stringify({ decisions: decide(decisions, shown) });
  };
}

const scriptedRelation = z.object({ kind: z.string(), known: z.string() });

function relate(memory: Record<string, unknown>, shown: string): Record<string, unknown> {
  if (!Array.isArray(memory['relations'])) return memory;
  const relations = memory['relations'].map((one: unknown) => {
    const { data } = scriptedRelation.safeParse(one);
    return data ? { kind: data.kind, to: `k${numberOf(data.known, knownIn(shown))}` } : one;
  });
  return { ...memory, relations };
}

type Listed = { number: number; content: string };

function decide(scripted: ScriptedDecision[], shown: string) {
  const [, stored = '', fresh = ''] = shown.split(/^# (?:Memories|Candidates)$/mu);
  const [memories, candidates] = [listed(stored), listed(fresh)];
  return candidates.map(({ number, content }) => {
    const decision = scripted.find(({ about }) => content.includes(about));
    return {
      candidate: number,
      action: decision?.action ?? 'add',
      memory: decision?.memory === undefined ? null : numberOf(decision.memory, memories),
      earlier_candidate: decision?.earlier === undefined ? null : numberOf(decision.earlier, candidates),
      reason: decision ? 'as the script says' : 'the script names it not',
    };
  });
}

const pair = z.tuple([z.string(), z.string()]);

function answerPairs(shown: string, valid: ExpectedStatement[]) {
  return Array.from(
    shown.matchAll(
      /^(?<number>\d+)\. new: (?<fresh>"(?:[^"\\]|\\.)*"); (?<of>stored|said): (?<other>"(?:[^"\\]|\\.)*")$/gmu,
    ),
  ).map(({ groups }) => {
    const [fresh, other] = pair.parse(
      [groups?.['fresh'], groups?.['other']].map((text) => JSON.parse(text ?? '')),
    );
    const answer = groups?.['of'] === 'said' ? isUsers(fresh, valid) : changes(fresh, other, valid);
    return { pair: Number(groups?.['number']), answer };
  });
}

function isUsers(fresh: string, valid: ExpectedStatement[]): string {
  const expected = valid.find((one) => saysWhatIsExpected(one, fresh));
  if (expected === undefined) return 'no';
  return typeof expected === 'string' || (expected.trust ?? 'user') === 'user' ? 'yes' : 'no';
}

function changes(fresh: string, stored: string, valid: ExpectedStatement[]): string {
  const expectedBy = (text: string) => valid.filter((one) => saysWhatIsExpected(one, text));
  const [ofFresh, ofStored] = [expectedBy(fresh), expectedBy(stored)];
  if (ofStored.length === 0) return 'yes';
  const isOther =
    ofFresh.some((one) => !ofStored.includes(one)) || ofStored.some((one) => typeof one === 'string');
  return ofFresh.length > 0 && isOther ? 'unclear' : 'same';
}

const knownIn = (shown: string): Listed[] =>
  listed(shown, /^- k(?<number>\d+): (?<content>"(?:[^"\\]|\\.)*")/gmu);

/** Parses the numbered lines of a prompt's list; quoted text in them is JSON. */
function listed(text: string, line = /^(?<number>\d+)\. (?<content>"(?:[^"\\]|\\.)*")/gmu): Listed[] {
  return Array.from(text.matchAll(line)).map(({ groups }) => ({
    number: Number(groups?.['number']),
    content: z.string().parse(JSON.parse(groups?.['content'] ?? '')),
  }));
}

function numberOf(part: string, list: Listed[]): number {
  const found = list.filter(({ content }) => content.includes(part));
  const [first] = found;
  if (!first || found.length > 1) {
    throw new Error(`${found.length} of the listed statements hold ${JSON.stringify(part)}`);
  }
  return first.number;
}
