import { MemoryError } from '../errors.ts';

/** Returns the limit. Throws `invalid_input` unless it is a whole number from 1 to `most`. */
export function checkedLimit(limit: number, most = 200): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit;
  throw new MemoryError('invalid_input', `limit: needs a whole number from 1 to ${most}, is ${limit}`);
}
