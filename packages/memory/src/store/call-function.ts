import type { ArgumentsOf, FunctionName } from '@devai/db';
import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import type { Database } from '../ports.ts';

/** Calls an SQL function for a user, and parses what it returns. */
export type CallFunction = <Schema extends z.ZodType, Name extends FunctionName>(
  schema: Schema,
  name: Name,
  args: Omit<ArgumentsOf<Name>, 'user'>,
) => Promise<z.output<Schema>>;

/**
 * The calls of a database for one user, parsed. Throw what it throws, and `database_failed` for a result with an unexpected form. A
 * function whose rows have an owner cannot be called without a user.
 */
export function createCallFunction(database: Pick<Database, 'call'>, user: string): CallFunction {
  return async (schema, name, args) =>
    parseStored(schema, await database.call(name, { ...args, user }), `the result of devai_${name}`);
}

/**
 * Parses what the store returned. A mismatch means that code and database disagree: throws `database_failed` with what was expected and
 * what came. `what` names it in the message.
 */
export function parseStored<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notAsExpected(what, parsed.error);
}

export const notAsExpected = (what: string, cause: z.ZodError): MemoryError =>
  new MemoryError(
    'database_failed',
    `the store returned an unexpected result: ${what}: ${z.prettifyError(cause)}`,
    { cause },
  );
