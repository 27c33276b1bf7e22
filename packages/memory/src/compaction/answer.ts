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
const correction = z.object({ summary: sections });

export type Answer = { summary: SummarySections; candidates: unknown[] };
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; problem: string };

/** Reads a model's answer: JSON, repaired when it is broken, checked. Throws nothing; `problem` is for the model. */
export const parseAnswer = (text: string): Parsed<Answer> => parse(text, answer);

/** Reads an answer that holds a corrected summary only. */
export const parseCorrection = (text: string): Parsed<{ summary: SummarySections }> =>
  parse(text, correction);

function parse<Value>(text: string, schema: z.ZodType<Value>): Parsed<Value> {
  const json = readJsonObject(text);
  if (json === undefined) return { ok: false, problem: 'it is no JSON object.' };
  const parsed = schema.safeParse(json);
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

/** The schema that the model is given. `candidate` is that of one candidate. */
export const answerSchema = (candidate: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { summary: summarySchema, candidates: { type: 'array', items: candidate } },
  required: ['summary', 'candidates'],
  additionalProperties: false,
});

export const correctionSchema: JsonSchema = {
  type: 'object',
  properties: { summary: summarySchema },
  required: ['summary'],
  additionalProperties: false,
};
