import { z } from 'zod';
import { type Asked, askTwice, strictObject } from '../ask-twice.ts';
import type { ChatMessage, JsonSchema } from '../ports.ts';
import type { CandidatePort } from './candidate-port.ts';
import { sectionNames, sectionsForm, summarySections, type SummarySections } from './summary.ts';

const sections = sectionsForm.refine(
  (value) => sectionNames.some((name) => value[name].some((item) => item.trim() !== '')),
  { error: 'the summary is empty' },
);

const answer = z.object({ summary: sections, candidates: z.array(z.unknown()) });

export type Answer = { summary: SummarySections; candidates: unknown[] };
type Input = Asked & {
  prompt: ChatMessage[];
  candidates: Pick<CandidatePort, 'jsonSchema' | 'check'>;
  maxOutputTokens: number;
  /** Tokens of a wrong answer that are shown to the model again. */
  shownAnswer: number;
};

/** Asks for a well-formed summary with well-formed candidates. Throws what `askTwice` throws. */
export const askForSummary = ({ prompt, candidates, maxOutputTokens, ...asked }: Input): Promise<Answer> =>
  askTwice<Answer, Answer>(asked, {
    name: 'compaction',
    schema: answerSchema(candidates.jsonSchema),
    prompt,
    maxOutputTokens,
    form: answer,
    read: (value) => candidates.check(value.candidates) ?? value,
  });

const summarySchema = strictObject(
  Object.fromEntries(
    sectionNames.map((name) => [
      name,
      { type: 'array', items: { type: 'string' }, description: summarySections[name].holds },
    ]),
  ),
);

/** Returns the schema of the answer. `candidate` is the schema of one candidate. */
export const answerSchema = (candidate: JsonSchema): JsonSchema =>
  strictObject({ summary: summarySchema, candidates: { type: 'array', items: candidate } });
