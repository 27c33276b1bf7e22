import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neededEvidence } from './needed-evidence.ts';

/** For a question of some words. */
const needed = (searched: number, evidence: number[]): number => neededEvidence(searched, evidence, 4);

describe('the evidence that is needed', () => {
  it('is what is enough by itself in a small store, however many matches are alike', () => {
    expect(needed(0, [])).toBe(1);
    expect(needed(400, [])).toBe(1);
    expect(
      needed(
        400,
        Array.from({ length: 40 }, () => 1.4),
      ),
    ).toBe(1);
  });

  it('grows by 0.65 with each tenfold growth of the store, up to 1.8', () => {
    expect(needed(4_000, [])).toBeCloseTo(1.65);
    expect(needed(6_000, [])).toBeLessThan(1.8);
    expect(needed(40_000, [])).toBe(1.8);
    expect(needed(400_000, [])).toBe(1.8);
  });

  it('lets an answer in a large store stand out of many matches that are alike, not those themselves', () => {
    const alike = Array.from({ length: 20 }, () => 1.2);
    const least = needed(4_000, [...alike, 1.95]);
    expect(least).toBeGreaterThan(1.65);
    expect(least).toBeLessThan(1.95);
  });

  it('takes fifteen matches that show much for answers, not for background', () => {
    expect(
      needed(
        4_000,
        Array.from({ length: 15 }, () => 1.9),
      ),
    ).toBeCloseTo(1.65);
  });

  it('silences a subject that has many memories only in a very large store, and never a full match', () => {
    const alike = (evidence: number) => Array.from({ length: 30 }, () => evidence);
    expect(needed(10_000, alike(2.5))).toBeLessThan(2.5);
    expect(needed(100_000, alike(2.5))).toBeGreaterThan(2.5);
    expect(needed(100_000, [...alike(2.3), 2.8])).toBeLessThan(2.8);
    expect(needed(100_000, alike(3.5))).toBeLessThan(3.5);
  });

  it('is more for a message without words, in a small store', () => {
    expect(neededEvidence(400, [], 0)).toBe(1.4);
    expect(neededEvidence(40_000, [], 0)).toBe(needed(40_000, []));
  });

  it('never falls as the store grows or the matches show more, and does not depend on their order', () => {
    const evidence = fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { maxLength: 60 });
    const size = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(
        evidence,
        size,
        size,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, one, other, more) => {
          const least = needed(one, given);
          expect(needed(Math.max(one, other), given)).toBeGreaterThanOrEqual(least);
          expect(
            needed(
              one,
              given.map((value) => value + more),
            ),
          ).toBeGreaterThanOrEqual(least);
          expect(needed(one, given.toReversed())).toBe(least);
        },
      ),
    );
  });
});
