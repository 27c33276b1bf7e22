import { z } from 'zod';
import { holdsSecret, redact } from '../redaction/redact.ts';
import { RedactedText } from '../redaction/redacted-text.ts';
import { actorKinds, type Progress, relationKinds } from '../types.ts';

/** The fields that several requests have. A verb's schema lists them with a comment each, and the type of its request follows from it. */

/** In lower case, as the store returns it. */
export const id = z.guid({ error: 'needs an id, a UUID' }).toLowerCase();
export const flag = z.boolean().optional();
/** Methods with a narrower range check it themselves. */
export const amount = z.number().optional();
/** What the store counts up to. */
export const whole = z.int32();
export const count = whole.min(0).optional();
/** A position among shared values, which the store counts further. */
export const position = z.int().min(0).optional();
/** Times that both the store's `timestamptz` and ISO 8601 with four-digit years can hold. */
export const moment = z
  .date({ error: 'must be a valid Date' })
  .min(new Date('0001-01-01T00:00:00.000Z'), { error: 'must be after the year 0' })
  .max(new Date('9999-12-31T23:59:59.999Z'), { error: 'must be before the year 10000' });
export const project = z.string().nullable();
/** The text of a message, which may be redacted already. */
export const messageText = z.custom<string | RedactedText>(
  (value) => typeof value === 'string' || value instanceof RedactedText,
  { error: 'must be a text' },
);
export const signal = z.instanceof(AbortSignal).optional();
export const callback = <Callback extends (...args: never[]) => unknown>() =>
  z.custom<Callback>((value) => typeof value === 'function', { error: 'must be a function' });
/** Called with the progress of a long operation. */
export const onProgress = callback<(progress: Progress) => void>().optional();
/** A value that another method returned. */
export const object = <Value extends object>() =>
  z.custom<Value>((value) => typeof value === 'object' && value !== null, { error: 'must be an object' });
/** A name or id chosen by the host. It is stored redacted. */
export const label = z.string().transform(redact);
/** The same, for names that would no longer be unique after redaction. */
export const key = z
  .string()
  .refine(async (given) => !(await holdsSecret(given)), { error: 'holds a secret' });
/** The reason for a change. It stays in the history, redacted. */
export const reason = z
  .string()
  .refine((given) => given.trim() !== '', { error: 'needs a reason' })
  .transform(redact);
export const actor = z.strictObject({ kind: z.enum(actorKinds), id: label.nullable() }).optional();
/** Relations of one memory to others. */
export const relations = z
  .strictObject({ kind: z.enum(relationKinds), to: id })
  .array()
  .optional();
