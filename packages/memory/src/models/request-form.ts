import { z } from 'zod';

/** How requests to one provider differ from `commonForm`. */
export const requestForm = z.strictObject({
  /** OpenAI's newer models reject `max_tokens`; most other servers support nothing else. `none`: no limit is sent. */
  outputLimit: z.enum(['max_tokens', 'max_completion_tokens', 'none']).exactOptional(),
  /** The highest limit of the output that the model takes; null: as many as are wanted. */
  mostOutput: z.int().min(1).nullable().exactOptional(),
  /** `json_object` and `none` get the schema in the prompt. */
  structuredOutput: z.enum(['json_schema', 'json_object', 'none']).exactOptional(),
  /** Whether a schema may be marked strict. Each of its objects then is closed and requires all of its properties. */
  strict: z.boolean().exactOptional(),
  /** Whether a stream may be asked to report its usage at its end. */
  streamUsage: z.boolean().exactOptional(),
  /** `first`: all are joined into one at the beginning. `user`: that is a message of the user, and so are several in a row. */
  systemMessages: z.enum(['anywhere', 'first', 'user']).exactOptional(),
  /** Whether a message may have several tool calls; if not, each gets a message of its own. */
  parallelToolCalls: z.boolean().exactOptional(),
  /** Whether the thinking before tool calls is sent back with them. */
  returnsThinking: z.union([z.boolean(), z.literal('never empty')]).exactOptional(),
  /** What a message has that consists of tool calls alone; with `dot`, no message is empty. */
  emptyContent: z.enum(['null', 'text', 'absent', 'dot']).exactOptional(),
  /** Whether further fields of a tool call go back with it. */
  returnsExtra: z.boolean().exactOptional(),
  /** Whether calls without the signature of a thought, or all, get the one that Google takes for the calls of other models. */
  signsCalls: z.enum(['none', 'missing', 'all']).exactOptional(),
  /** `given`: as the provider gave them. `short`: at most 40 characters. `letters`: nine letters and digits. */
  callIds: z.enum(['given', 'short', 'letters']).exactOptional(),
  /** Fields of a request that this provider wants besides the standard ones. */
  extraBody: z.record(z.string(), z.unknown()).exactOptional(),
});
/** The form that most OpenAI-compatible servers accept. */
export type RequestForm = Required<z.output<typeof requestForm>>;

export const commonForm: RequestForm = {
  outputLimit: 'max_tokens',
  mostOutput: null,
  structuredOutput: 'json_schema',
  strict: true,
  streamUsage: true,
  systemMessages: 'anywhere',
  parallelToolCalls: true,
  returnsThinking: false,
  emptyContent: 'null',
  returnsExtra: true,
  signsCalls: 'none',
  callIds: 'given',
  extraBody: {},
};
