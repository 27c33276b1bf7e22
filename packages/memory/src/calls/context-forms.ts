import { z } from 'zod';
import { contextProfile } from '../context/profile.ts';
import { contextSection } from '../context/section.ts';

const text = z.string();
const number = z.number().optional();

/** Checks a value and passes it on as it is: what is made from a message is cached by its object. */
const unchanged = (form: z.ZodType) =>
  z.unknown().superRefine((given, check) => {
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

const chatMessage = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'user']), content: text }),
  z.object({
    role: z.literal('assistant'),
    content: text,
    toolCalls: z.object({ id: text, name: text, arguments: text }).array().optional(),
    thinking: text.optional(),
  }),
  z.object({ role: z.literal('tool'), toolCallId: text, content: text }),
]);
const contextMessage = z.object({
  message: chatMessage,
  number: z.int32().nullable(),
  tokens: z.number(),
  pinned: z.boolean(),
  stored: chatMessage.optional(),
});

/** The messages of a running conversation. */
export const conversation = unchanged(once(contextMessage).array());

const { priority, candidates } = contextSection.shape;
const offeredSection = z.strictObject({
  type: text,
  priority,
  zone: z.enum(['tools', 'stable', 'volatile']),
  source: text,
  items: z
    .strictObject({ id: text.optional(), text, short: text.optional(), tokens: number, shortTokens: number })
    .array(),
  separator: text.optional(),
  unordered: z.boolean().optional(),
  candidates: candidates.optional(),
  mentions: text.array().optional(),
});

/** What a context is assembled from. */
export const assembleInput = z.strictObject({
  profile: contextProfile,
  budget: z.number(),
  sections: unchanged(offeredSection.array()),
  conversation,
  hidden: z.int32().array().optional(),
});

/** An assembled context. */
export const context = z.looseObject({
  hash: text,
  tokens: z.number(),
  sections: unchanged(contextSection.extend({ mentions: text.array() }).array()),
  messages: unchanged(chatMessage.array()),
  keptMessages: z.custom<() => unknown>((value) => typeof value === 'function', {
    error: 'must be a function',
  }),
  conversation: unchanged(z.object({ sent: contextMessage, kept: chatMessage }).array()),
  input: unchanged(assembleInput),
});
