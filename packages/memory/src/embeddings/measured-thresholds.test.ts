import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measuredThresholds, quantile } from './measured-thresholds.ts';

describe('a measured profile', () => {
  it('puts the noise floor below most unrelated pairs, and the threshold where unrelated questions find nothing', () => {
    const measured = measuredThresholds({ foreign: foreign(20, 0, 0.2), related: [0.3, 0.4, 0.5, 0.6] }, 100);
    expect(measured.noiseFloor).toBeCloseTo(0.2, 1);
    expect(measured.noiseFloor).toBeLessThan(measured.retrieval);
    expect(measured).toMatchObject({ retrieval: 0.21, found: 1, disturbed: 0 });
  });

  it('gives up silence rather than most related pairs, because words decide the rest', () => {
    const disturbing = foreign(20, 0.1, 0.5).map((similarities) => [...similarities, 0.7]);
    const measured = measuredThresholds({ foreign: disturbing, related: [0.3, 0.6, 0.65, 0.9] }, 100);
    expect(measured.retrieval).toBeLessThan(0.7);
    expect(measured.disturbed).toBe(1);
    expect(measured.found).toBeGreaterThanOrEqual(0.5);
  });

  it('has a higher noise floor when there are more memories', () => {
    const similarities = { foreign: foreign(20, 0, 0.5), related: [0.6] };
    const floors = [100, 4_000, 400_000].map(
      (memories) => measuredThresholds(similarities, memories).noiseFloor,
    );
    expect(floors).toEqual(floors.toSorted((a, b) => a - b));
    expect(floors[2]).toBeGreaterThan(floors[0] ?? 1);
  });

  it('never has a threshold below the noise floor', () => {
    const similarity = fc.double({ min: -1, max: 1, noNaN: true });
    const list = fc.array(similarity, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        fc.array(list, { minLength: 1, maxLength: 10 }),
        list,
        fc.nat(1_000_000),
        (unrelated, related, memories) => {
          const { noiseFloor, retrieval } = measuredThresholds({ foreign: unrelated, related }, memories);
          expect(retrieval).toBeGreaterThanOrEqual(noiseFloor);
        },
      ),
    );
  });

  it('takes quantiles by rank', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(3);
    expect(quantile([1], 0.99)).toBe(1);
    expect(() => quantile([], 0.5)).toThrow('no values');
  });
});

/** That many questions, each with similarities from `low` to `high`. */
function foreign(questions: number, low: number, high: number) {
  return Array.from({ length: questions }, () =>
    Array.from({ length: 100 }, (_, index) => low + ((high - low) * index) / 99),
  );
}
