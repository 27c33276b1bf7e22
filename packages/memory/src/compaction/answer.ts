import { z } from 'zod';
import type { JsonSchema } from '../ports.ts';
import { readJsonObject } from '../text/read-json.ts';
import { sectionNames, summarySections, type SummarySections } from './summary.ts';

const statements = z.array(z.string());
const sections = z
  .object({
    request: statements.default([]),
    decisions: statements.default([]),
    work: statements.default([]),
    state: statements.default([]),
    open: statements.default([]),
    next: statements.default([]),
  })
  .refine((value) => sectionNames.some((name) => value[name].some((item) => item.trim() !== '')), {
    error: 'the summary is empty',
  });

const answer = z.object({ summary: sections, candidates: z.array(z.unknown()) });

export type Answer = { summary: SummarySections; candidates: unknown[] };
type Parsed = { ok: true; value: Answer } | { ok: false; problem: string };

/** Parses a model's answer: repairs the JSON and checks it. Throws nothing; `problem` is meant for the model. */
export function parseAnswer(text: string): Parsed {
  const json = readJsonObject(text);
  if (json === undefined) return { ok: false, problem: 'it is no JSON object.' };
  const parsed = answer.safeParse(json);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problem: z.prettifyError(parsed.error) };
}

const summarySchema: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    sectionNames.map((name) => [
      name,
      { type: 'array', items: { type: 'string' }, description: summarySections[name].holds },
    ]),
  ),
  required: sectionNames,
  additionalProperties: false,
};

/** The schema of the answer. `candidate` is the schema of one candidate. */
export const answerSchema = (candidate: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { summary: summarySchema, candidates: { type: 'array', items: candidate } },
  required: ['summary', 'candidates'],
  additionalProperties: false,
});
