import type { ArgumentsOf, FunctionName } from '@devai/db';
import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import type { Database } from '../ports.ts';

/** Calls an SQL function and parses what it returns. */
export type CallFunction = <Schema extends z.ZodType, Name extends FunctionName>(
  schema: Schema,
  name: Name,
  args: ArgumentsOf<Name>,
) => Promise<z.output<Schema>>;

/** The calls of a database, parsed. Throw what it throws, and `database_failed` for a result with an unexpected form. */
export function createCallFunction(database: Database): CallFunction {
  return async (schema, name, args) => parseResult(schema, await database.call(name, args));
}

/** A mismatch means that code and database disagree. */
function parseResult<Schema extends z.ZodType>(schema: Schema, result: unknown): z.output<Schema> {
  const parsed = schema.safeParse(result);
  if (parsed.success) return parsed.data;
  const problem = z.prettifyError(parsed.error);
  throw new MemoryError('database_failed', `the store returned an unexpected result: ${problem}`, {
    cause: parsed.error,
  });
}
