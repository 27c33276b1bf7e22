import { z } from 'zod';
import type { ContextMessage } from '../ports.ts';

/** Checks a value and passes it on as it is: what is made from a message is cached by its object. */
export const unchanged = <Value>(form: z.ZodType) =>
  z.custom<Value>().superRefine((given, check) => {
    for (const { path, message } of form.safeParse(given).error?.issues ?? []) {
      check.addIssue({ code: 'custom', path, message });
    }
  });

/** Checks an object once: each step of a conversation passes the messages of the steps before. */
function once(form: z.ZodType) {
  const checked = new WeakSet<object>();
  return z.unknown().superRefine((given, check) => {
    const known = typeof given === 'object' ? given : null;
    if (known && checked.has(known)) return;
    const { error } = form.safeParse(given);
    for (const { path, message } of error?.issues ?? []) check.addIssue({ code: 'custom', path, message });
    if (known && !error) checked.add(known);
  });
}

const text = z.string();
export const chatMessage = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'user']), content: text }),
  z.object({
    role: z.literal('assistant'),
    content: text,
    toolCalls: z.object({ id: text, name: text, arguments: text }).array().optional(),
    thinking: text.optional(),
  }),
  z.object({ role: z.literal('tool'), toolCallId: text, content: text }),
]);
export const contextMessage = z.object({
  message: chatMessage,
  number: z.int32().nullable(),
  tokens: z.number(),
  pinned: z.boolean(),
  stored: chatMessage.optional(),
});

/** The messages of a running conversation. */
export const givenConversation = unchanged<readonly ContextMessage[]>(once(contextMessage).array());
