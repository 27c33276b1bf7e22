import { z } from 'zod';

/** `local`: any server that speaks OpenAI's protocol, at an address of its own. */
export const modelProviders = ['openai', 'zai', 'local'] as const;

/** A model that the operator connects. */
export const modelChoice = z.strictObject({
  provider: z.enum(modelProviders),
  model: z.string().trim().min(1).max(200),
  address: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(2_000)
    .optional()
    .describe('of a `local` server, such as http://127.0.0.1:11434/v1'),
  key: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .regex(/^[\x21-\x7E]+$/, 'a key has Latin letters, digits and signs')
    .optional()
    .describe('absent: the one that is saved for the same provider and address, else none'),
});
export type ModelChoice = z.output<typeof modelChoice>;

/** The models of a server, without any key. */
export const connectedModel = z.object({
  offline: z.boolean(),
  models: z.array(z.string()),
  fixed: z.boolean().describe("the server's environment names its models, which win over a saved one"),
  saved: z
    .object({ provider: z.enum(modelProviders), model: z.string(), address: z.string().nullable() })
    .extend({ hasKey: z.boolean() })
    .nullable()
    .describe('what was saved; null: nothing'),
  providers: z
    .array(z.object({ id: z.enum(modelProviders), name: z.string(), model: z.string() }))
    .describe('which can be connected, each with the model that is usual'),
});
export type ConnectedModel = z.output<typeof connectedModel>;

/** What a model answered to one question. */
export const triedModel = z.object({
  ok: z.boolean(),
  said: z.string().describe('the answer, or what is wrong and what to do'),
  milliseconds: z.int(),
});
