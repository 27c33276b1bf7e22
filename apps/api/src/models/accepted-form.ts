import { isDeepStrictEqual } from 'node:util';
import { APIError } from 'openai';
import { z } from 'zod';

/** How requests to one provider differ from `commonForm`. */
export const requestForm = z.strictObject({
  /** OpenAI's newer models reject `max_tokens`; most other servers support nothing else. */
  outputLimit: z.enum(['max_tokens', 'max_completion_tokens']).exactOptional(),
  /** `json_object` and `none` get the schema in the prompt. */
  structuredOutput: z.enum(['json_schema', 'json_object', 'none']).exactOptional(),
  /** Whether a schema may be marked strict. Each of its objects then is closed and requires all of its properties. */
  strict: z.boolean().exactOptional(),
  /** Whether a stream may be asked to report its usage at its end. */
  streamUsage: z.boolean().exactOptional(),
  /** `first`: the provider refuses a second system message, so all are joined into one at the beginning. */
  systemMessages: z.enum(['anywhere', 'first']).exactOptional(),
  /** Whether a message may have several tool calls; if not, each gets a message of its own. */
  parallelToolCalls: z.boolean().exactOptional(),
  /** Whether the thinking before tool calls is sent back with them. */
  returnsThinking: z.boolean().exactOptional(),
  /** Fields of a request that this provider wants besides the standard ones. */
  extraBody: z.record(z.string(), z.unknown()).exactOptional(),
});
/** The form that most OpenAI-compatible servers accept. */
export type RequestForm = Required<z.output<typeof requestForm>>;

export const commonForm: RequestForm = {
  outputLimit: 'max_tokens',
  structuredOutput: 'json_schema',
  strict: true,
  streamUsage: true,
  systemMessages: 'anywhere',
  parallelToolCalls: true,
  returnsThinking: false,
  extraBody: {},
};

/** Changes of the form by what a refusal says or names as its parameter. A change that has no effect is skipped. */
const changes: [says: RegExp, change: (form: RequestForm) => Partial<RequestForm>][] = [
  [
    // not every refusal that names the parameter: a limit that is too high is refused by the same name
    /^(?=.*max_(?:completion_)?tokens).*(?:unsupported|not supported|unrecognized|unknown|unexpected|extra|instead|not permitted)/isu,
    ({ outputLimit }) => ({
      outputLimit: outputLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens',
    }),
  ],
  [/stream_options|include_usage/u, () => ({ streamUsage: false })],
  [
    /system (?:message|role|prompt)|role ['"]?system|roles must alternate|conversation roles/iu,
    () => ({ systemMessages: 'first' }),
  ],
  [
    /single tool.?calls?|(?:parallel|multiple) (?:tool|function).?calls?/iu,
    () => ({ parallelToolCalls: false }),
  ],
  // some providers want the thinking back, others refuse it
  [/reasoning_content/u, ({ returnsThinking }) => ({ returnsThinking: !returnsThinking })],
  [/\bstrict\b/u, () => ({ strict: false })],
  [
    /response_format|json_schema|json_object|schema/iu,
    ({ structuredOutput }) => ({
      structuredOutput: structuredOutput === 'json_schema' ? 'json_object' : 'none',
    }),
  ],
];

/** The most changes of form for one request: each of the seven fields once, and structured output twice. */
const mostChanges = 8;

/**
 * Asks in the form that the provider accepted last. When it refuses the form, asks again in another one, chosen by what the refusal
 * says. A form that worked is kept, and reported to `onLearnt` once. Throws the last refusal when no other form is left; then the form stays as it was.
 */
export function createAcceptedForm(initial: RequestForm, onLearnt: (form: RequestForm) => void) {
  let accepted = initial;

  return async function askInAcceptedForm<Answer>(
    hasSchema: boolean,
    ask: (form: RequestForm) => Promise<Answer>,
  ): Promise<Answer> {
    let form = accepted;
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await ask(form);
        if (form !== accepted) {
          accepted = form;
          onLearnt(form);
        }
        return answer;
      } catch (error) {
        const other = tries < mostChanges ? otherForm(form, error, hasSchema) : null;
        if (!other) throw error;
        form = other;
      }
    }
  };
}

/** Whether a refusal may be due to the form. Local servers answer 500 when the model's template refuses the messages. */
const isFormRefusal = (error: unknown): error is APIError =>
  error instanceof APIError &&
  (error.status === 400 ||
    error.status === 422 ||
    (error.status === 500 && /jinja|template/iu.test(error.message)));

function otherForm(form: RequestForm, error: unknown, hasSchema: boolean): RequestForm | null {
  if (!isFormRefusal(error)) return null;
  const refusal = `${error.param ?? ''} ${error.message}`;
  for (const [says, change] of changes) {
    const other = { ...form, ...(says.test(refusal) && change(form)) };
    if (!isDeepStrictEqual(other, form)) return other;
  }
  const extra = Object.keys(form.extraBody).find((name) => refusal.includes(name));
  if (extra !== undefined) {
    const { [extra]: _refused, ...extraBody } = form.extraBody;
    return { ...form, extraBody };
  }
  // some servers refuse a schema without saying so
  return hasSchema && form.structuredOutput === 'json_schema'
    ? { ...form, structuredOutput: 'json_object' }
    : null;
}
