import { MemoryError } from '../errors.ts';

/** The limit. Throws `invalid_input` for anything but a whole number from 1 to `most`. */
export function checkedLimit(limit: number, most = 200): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit;
  throw new MemoryError('invalid_input', `limit: needs a whole number from 1 to ${most}, is ${limit}`);
}
