import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neededEvidence } from './needed-evidence.ts';

describe('the evidence that is needed', () => {
  it('is what is enough by itself in a small store, however many matches are alike', () => {
    expect(neededEvidence(0, [])).toBe(1);
    expect(neededEvidence(400, [])).toBe(1);
    expect(
      neededEvidence(
        400,
        Array.from({ length: 40 }, () => 1.4),
      ),
    ).toBe(1);
  });

  it('grows by 0.65 with each tenfold growth of the store, up to 1.8', () => {
    expect(neededEvidence(4_000, [])).toBeCloseTo(1.65);
    expect(neededEvidence(6_000, [])).toBeLessThan(1.8);
    expect(neededEvidence(40_000, [])).toBe(1.8);
    expect(neededEvidence(400_000, [])).toBe(1.8);
  });

  it('lets an answer in a large store stand out of many matches that are alike, not those themselves', () => {
    const alike = Array.from({ length: 20 }, () => 1.2);
    const needed = neededEvidence(4_000, [...alike, 1.95]);
    expect(needed).toBeGreaterThan(1.65);
    expect(needed).toBeLessThan(1.95);
  });

  it('takes fifteen matches that show much for answers, not for background', () => {
    expect(
      neededEvidence(
        4_000,
        Array.from({ length: 15 }, () => 1.9),
      ),
    ).toBeCloseTo(1.65);
  });

  it('silences a subject that has many memories only in a very large store, and never a full match', () => {
    const alike = (evidence: number) => Array.from({ length: 30 }, () => evidence);
    expect(neededEvidence(10_000, alike(2.5))).toBeLessThan(2.5);
    expect(neededEvidence(100_000, alike(2.5))).toBeGreaterThan(2.5);
    expect(neededEvidence(100_000, [...alike(2.3), 2.8])).toBeLessThan(2.8);
    expect(neededEvidence(100_000, alike(3.5))).toBeLessThan(3.5);
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
          const needed = neededEvidence(one, given);
          expect(neededEvidence(Math.max(one, other), given)).toBeGreaterThanOrEqual(needed);
          expect(
            neededEvidence(
              one,
              given.map((value) => value + more),
            ),
          ).toBeGreaterThanOrEqual(needed);
          expect(neededEvidence(one, given.toReversed())).toBe(needed);
        },
      ),
    );
  });
});
