import { z } from 'zod';
import { type Asked, askTwice, strictObject } from '../ask-twice.ts';
import type { ChatMessage, JsonSchema } from '../ports.ts';
import type { Message } from '../store/messages.ts';
import type { CandidatePort } from './candidate-port.ts';
import {
  parseSummary,
  sectionNames,
  sectionsForm,
  summarySections,
  type SummarySections,
} from './summary.ts';

const sections = sectionsForm.refine(
  (value) => sectionNames.some((name) => value[name].some((item) => item.trim() !== '')),
  { error: 'the summary is empty' },
);

/** A model may write the whole summary as one text, with or without headings. */
const written = z.preprocess(
  (summary) => (typeof summary === 'string' ? parseSummary(summary).sections : summary),
  sections,
);
const answer = z.object({ summary: written, candidates: z.array(z.unknown()) });

export type Answer = { summary: SummarySections; candidates: unknown[] };
type Input = Asked & {
  prompt: ChatMessage[];
  messages: Message[];
  candidates: Pick<CandidatePort, 'jsonSchema' | 'check'>;
  maxOutputTokens: number;
  /** Tokens of a wrong answer that are shown to the model again. */
  shownAnswer: number;
};

/** Asks for a summary with candidates, once more if one of them is not well-formed. Throws what `askTwice` throws. */
export const askForSummary = ({
  prompt,
  messages,
  candidates,
  maxOutputTokens,
  ...asked
}: Input): Promise<Answer> =>
  askTwice<Answer, Answer>(asked, {
    name: 'compaction',
    schema: answerSchema(candidates.jsonSchema),
    prompt,
    maxOutputTokens,
    form: answer,
    read: (value) => {
      const { problem, readable } = candidates.check(value.candidates, messages);
      if (problem === null) return { value };
      return readable.length > 0 ? { value, problem } : { problem };
    },
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
