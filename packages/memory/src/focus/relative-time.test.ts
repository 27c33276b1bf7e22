import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRelativeTime, relativeTime } from './relative-time.ts';

const now = new Date('2026-03-01T12:00:00Z');

describe('a relative time', () => {
  it.each([
    [0, 'just now'],
    [0.99, 'just now'],
    [-30, 'just now'],
    [1, '1m ago'],
    [59.9, '59m ago'],
    [60, '1h ago'],
    [6.5 * 60, '6h ago'],
    [24 * 60 - 0.1, '23h ago'],
    [24 * 60, '1d ago'],
    [5.9 * 24 * 60, '5d ago'],
    [400 * 24 * 60, '400d ago'],
  ])('%d minutes ago reads "%s"', (minutes, text) => {
    expect(relativeTime(ago(minutes), now)).toBe(text);
  });

  it('is read back with the precision that it was written with', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), (minutes) => {
        const text = relativeTime(ago(minutes), now);
        const read = parseRelativeTime(text, now);
        expect(read).not.toBeNull();
        expect(read === null ? null : relativeTime(read, now)).toBe(text);
      }),
    );
  });

  it.each(['', 'yesterday', '6 parsecs ago', 'm ago', '99999999999d ago'])(
    'is not read from "%s"',
    (text) => {
      expect(parseRelativeTime(text, now)).toBeNull();
    },
  );
});

function ago(minutes: number): Date {
  return new Date(now.getTime() - minutes * 60_000);
}
