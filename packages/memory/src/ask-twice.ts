import { z } from 'zod';
import { MemoryError } from './errors.ts';
import type { ChatMessage, ChatModel, JsonSchema, ModelReply } from './ports.ts';
import { fitToSchema, joinAnswers } from './text/fit-to-schema.ts';
import { findJson } from './text/read-json.ts';
import { countMessageTokens, countTokens, truncateToTokens } from './text/tokens.ts';

/** Tokens of a wrong answer, and of what was wrong with it, that the model is shown again. */
export const shownAnswer = 4_000;
export const shownProblem = 400;

export type Asked = {
  model: ChatModel;
  /** The users' time zone, for the days in the question; an IANA name. */
  timeZone: string;
  /** Milliseconds for one call. */
  timeout: number;
  signal: AbortSignal;
  /** Tokens of a wrong answer that the model is shown again; by default 4,000. */
  shownAnswer?: number | undefined;
  /** Called for each reply, also for rejected ones, which are billed. */
  onReply?: ((reply: ModelReply) => void) | undefined;
};

/** What is wrong with an answer, in words for the model, and its value if it can be used for all that. */
export type Read<Value> = { value: Value; problem?: string | undefined } | { problem: string };

type AnswerForm<Form> = { schema: JsonSchema; form: z.ZodType<Form> };

type Question<Form, Value> = AnswerForm<Form> & {
  name: string;
  prompt: ChatMessage[];
  maxOutputTokens: number;
  read: (answer: Form) => Read<Value>;
};

/**
 * Asks for a JSON answer, which is repaired if it is broken and read in any form whose meaning is plain. Asks once more, with
 * what is wrong, when there is a problem, and then returns the last value that can be used. Throws `malformed_answer` if there is
 * none, and what the model throws; an aborted signal rejects with its reason.
 */
export async function askTwice<Form, Value extends object>(
  { model, timeout, signal, shownAnswer: shown = shownAnswer, onReply }: Asked,
  { name, schema, prompt, maxOutputTokens, form, read }: Question<Form, Value>,
): Promise<Value> {
  let conversation = prompt;
  let problem = '';
  let usable: Value | null = null;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const reply = await model.generate({
      messages: conversation,
      schema: { name, schema },
      maxOutputTokens,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    onReply?.(reply);
    const answer = readAnswer(reply.content, { schema, form });
    const told: Read<Value> = 'problem' in answer ? answer : read(answer.value);
    if ('value' in told) usable = told.value;
    if (usable !== null && told.problem === undefined) return usable;
    problem = truncateToTokens(told.problem ?? '', shownProblem);
    conversation = [
      ...prompt,
      { role: 'assistant', content: truncateToTokens(reply.content, shown) },
      { role: 'user', content: malformedPrompt(problem) },
    ];
  }
  if (usable !== null) return usable;
  throw new MemoryError('malformed_answer', `the model gave no usable ${name}: ${problem}`);
}

/** The schema of an object with exactly these properties: strict mode requires all of them and forbids others. */
export const strictObject = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * Reads the answer in a model's text: of several pieces in its form all, joined, and those between tags (a draft in `<think>`) only if
 * there is nothing else.
 */
export function readAnswer<Form>(
  text: string,
  { schema, form }: AnswerForm<Form>,
): { value: Form } | { problem: string } {
  const found = findJson(text).map(({ value, block }) => ({ value: fitToSchema(value, schema), block }));
  const last = found.at(-1);
  if (!last) return { problem: 'it is no whole JSON object' };
  const inForm = found.filter(({ value }) => form.safeParse(value).success);
  const outside = inForm.filter(({ block }) => block === null);
  const answer = outside.length > 0 ? outside : inForm.filter(({ block }) => block === inForm.at(-1)?.block);
  const whole = answer.length > 0 ? answer.map(({ value }) => value).reduce(joinAnswers) : last.value;
  const { success, data, error } = form.safeParse(whole);
  return success ? { value: data } : { problem: z.prettifyError(error) };
}

const malformedPrompt = (problem: string): string =>
  `That answer cannot be used: ${problem}\nAnswer again, whole, with one JSON object of the form asked for and nothing else.`;

/** The minimum tokens of transcript per call. With less room, the model's window is too small. */
const leastRoom = 1_000;

/**
 * Returns how many tokens of transcript fit into one call, besides the schema, a prompt without its transcript, and
 * `reserved` tokens. Throws `model_refused` if there are too few.
 */
export function roomForTranscript(
  { id, contextWindow }: ChatModel,
  prompt: ChatMessage[],
  schema: JsonSchema,
  reserved: number,
): number {
  const asked = prompt.reduce((sum, message) => sum + countMessageTokens(message), 0);
  const room = contextWindow - asked - countTokens(JSON.stringify(schema)) - reserved;
  if (room >= leastRoom) return room;
  const problem = `the window of ${id} (${contextWindow} tokens) is too small for a transcript`;
  throw new MemoryError('model_refused', `${problem}: configure a model with a larger one`);
}
