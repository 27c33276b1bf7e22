import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStrong, shownLabel, strengthAt, strengthLabel } from './strength.ts';

const start = new Date('2026-03-01T12:00:00Z');

describe('the strength of a topic', () => {
  it.each([
    [0, 1],
    [1, 0.9],
    [2, 0.81],
    [7, 0.48],
    [14, 0.23],
    [21, 0.11],
  ])('after %d untouched days is %d', (days, strength) => {
    expect(strengthAfter(days)).toBeCloseTo(strength, 2);
  });

  it('is below 0.05 on day 29 and not before', () => {
    expect(strengthAfter(28)).toBeGreaterThan(0.05);
    expect(strengthAfter(29)).toBeLessThan(0.05);
  });

  it('counts fractions of a day', () => {
    expect(strengthAfter(0.5)).toBeCloseTo(0.9 ** 0.5, 10);
  });

  it('does not grow when clocks disagree and the touch lies in the future', () => {
    expect(strengthAfter(-3)).toBe(1);
  });

  it('does not compound: computing it via a day in between gives the same result', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (a, b) => {
          const between = strengthAt(strengthAfter(a), afterDays(a), afterDays(a + b));
          expect(between).toBeCloseTo(strengthAfter(a + b), 6);
        },
      ),
    );
  });
});

describe('the label of a strength', () => {
  it.each([
    [1, 'fresh', null],
    [0.9, 'fresh', null],
    [0.8999, 'strong', null],
    [0.6, 'strong', null],
    [0.5999, 'fading', 'fading'],
    [0.35, 'fading', 'fading'],
    [0.3499, 'weak', 'weak'],
    [0.15, 'weak', 'weak'],
    [0.1499, 'almost gone', 'almost gone'],
    [0, 'almost gone', 'almost gone'],
  ])('%d is %s, shown as %s', (strength, label, shown) => {
    expect(strengthLabel(strength)).toBe(label);
    expect(shownLabel(strength)).toBe(shown);
    expect(isStrong(strength)).toBe(shown === null);
  });

  it('changes on day 2, day 5, day 10 and day 19', () => {
    const labels = Array.from({ length: 25 }, (_, day) => strengthLabel(strengthAfter(day)));
    const turns = labels.flatMap((label, day) =>
      day > 0 && label !== labels[day - 1] ? [[day, label]] : [],
    );
    expect(turns).toEqual([
      [2, 'strong'],
      [5, 'fading'],
      [10, 'weak'],
      [19, 'almost gone'],
    ]);
  });
});

function afterDays(days: number): Date {
  return new Date(start.getTime() + days * 86_400_000);
}

function strengthAfter(days: number): number {
  return strengthAt(1, start, afterDays(days));
}
