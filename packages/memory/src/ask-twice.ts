import { z } from 'zod';
import { MemoryError } from './errors.ts';
import type { ChatMessage, ChatModel, JsonSchema, ModelReply } from './ports.ts';
import { readJsonObject } from './text/read-json.ts';
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

type Question<Form, Value> = {
  name: string;
  schema: JsonSchema;
  prompt: ChatMessage[];
  maxOutputTokens: number;
  form: z.ZodType<Form>;
  /** The value of an answer in the right form, or what is wrong with it, in words for the model. */
  read: (answer: Form) => Value | string;
};

/**
 * Asks for a JSON answer, which is repaired if it is broken; asks once more, with what is wrong, when it cannot be used. Throws
 * `malformed_answer` after the second, and what the model throws; an aborted signal rejects with its reason.
 */
export async function askTwice<Form, Value extends object>(
  { model, timeout, signal, shownAnswer: shown = shownAnswer, onReply }: Asked,
  { name, schema, prompt, maxOutputTokens, form, read }: Question<Form, Value>,
): Promise<Value> {
  let conversation = prompt;
  let problem = '';
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const reply = await model.generate({
      messages: conversation,
      schema: { name, schema },
      maxOutputTokens,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    onReply?.(reply);
    const value = readAnswer(reply.content, form, read);
    if (typeof value !== 'string') return value;
    problem = truncateToTokens(value, shownProblem);
    conversation = [
      ...prompt,
      { role: 'assistant', content: truncateToTokens(reply.content, shown) },
      { role: 'user', content: malformedPrompt(problem) },
    ];
  }
  throw new MemoryError('malformed_answer', `the model gave no usable ${name}: ${problem}`);
}

/** The schema of an object with exactly these properties: strict mode requires all of them and forbids others. */
export const strictObject = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

function readAnswer<Form, Value>(
  text: string,
  form: z.ZodType<Form>,
  read: (answer: Form) => Value | string,
): Value | string {
  const answer = readJsonObject(text);
  if (answer === undefined) return 'it is no whole JSON object';
  const parsed = form.safeParse(answer);
  return parsed.success ? read(parsed.data) : z.prettifyError(parsed.error);
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
