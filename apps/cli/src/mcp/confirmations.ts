import { randomBytes } from 'node:crypto';

/** Milliseconds for which a confirmation value is good. */
const lifetime = 10 * 60_000;
/** Values that are kept; older ones are dropped. */
const most = 100;

export type Confirmations = ReturnType<typeof createConfirmations>;

/**
 * Values that stand for what a user was shown. They are random, so nobody can confirm what was never shown; good once, for ten minutes,
 * and only for the same thing in the same form.
 */
export function createConfirmations(now: () => number = () => performance.now()) {
  const given = new Map<string, { about: string; until: number }>();
  return {
    give(about: unknown): string {
      const value = randomBytes(5).toString('hex');
      given.set(value, { about: JSON.stringify(about), until: now() + lifetime });
      for (const [oldest] of given) {
        if (given.size <= most) break;
        given.delete(oldest);
      }
      return value;
    },
    take(value: string, about: unknown): boolean {
      const known = given.get(value);
      given.delete(value);
      return known !== undefined && known.until >= now() && known.about === JSON.stringify(about);
    },
  };
}
