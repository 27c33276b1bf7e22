import { z } from 'zod';

/** Milliseconds since the epoch: two processes of one machine agree on them. */
const time = z.number();

/** What the process of the models saw. `from`: the request was read. `to`: the answer was ready to be sent. */
export const timeline = z.object({
  chats: z.array(
    z.object({
      from: time,
      to: time,
      /** Of system prompt, tool schemas and messages. */
      tokens: z.int(),
      messages: z.int(),
      /** The step before it ended with tool calls, so that only the host's work lies between. */
      isNextStep: z.boolean(),
    }),
  ),
  compactions: z.array(z.object({ from: time, to: time })),
  /** Requests of the small model by schema. */
  small: z.record(z.string(), z.int()),
  /** What was wrong with a chat request; empty when all was well. */
  problems: z.array(z.string()),
});
export type Timeline = z.infer<typeof timeline>;

export const fromModelProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), baseURL: z.string() }),
  z.object({ type: z.literal('timeline'), timeline }),
]);
export type FromModelProcess = z.infer<typeof fromModelProcess>;

export const now = (): number => performance.timeOrigin + performance.now();
