import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { z } from 'zod';

/** Parses an argument or the value of an option by a schema. `problem` tells the user what the value must be. */
export const checked =
  <Value>(schema: z.ZodType<Value>, problem: string) =>
  (value: string): Value => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(problem);
  };
