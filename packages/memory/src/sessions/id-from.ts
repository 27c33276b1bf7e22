import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Returns a UUID (version 8) for values that JSON can hold: the same for the same values. */
export function idFrom(...values: unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  return toUuid(hash);
}

/** A UUID (version 8) of a SHA-256 in hex. */
export const toUuid = (hash: string): string =>
  [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');

/** Returns a UUID as the store has it, and for any other name one that stands for it among these values. */
export function toId(name: string, ...among: unknown[]): string {
  const { success, data } = z.guid().safeParse(name.toLowerCase());
  return success ? data : idFrom(...among, name);
}
