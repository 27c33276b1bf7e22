import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from './relevance.ts';

const thresholds = { retrieval: 0.3, noiseFloor: 0.18 };

describe('whether a match is relevant', () => {
  it.each([
    ['a cosine at the threshold', 0.3, null, true],
    ['a cosine just below it', 0.29, null, false],
    ['a cosine just below it with a word beside it', 0.28, 0.1, true],
    ['six tenths of the question in words, with a cosine of nothing', 0.02, 0.6, true],
    ['half of the question in words, with a cosine of nothing', 0.02, 0.5, false],
    ['one rare word of four, with a cosine of nothing', 0.02, 0.25, false],
    ['one rare word of four, with a cosine half way up', 0.25, 0.25, true],
    ['only common words, whatever they add up to', 0.1, 0.06, false],
    ['two fifths of the question, while the similarity is unknown', null, 0.4, true],
    ['a third of the question, while the similarity is unknown', null, 0.33, false],
    ['nothing at all', null, null, false],
  ])('%s', (_case, similarity, wordShare, expected) => {
    expect(judged(similarity, wordShare).isRelevant).toBe(expected);
  });

  it.each([
    ['2 of 4 words', 4, 2, true],
    ['1 of 4 words', 4, 1, false],
    ['1 of 1 word', 1, 1, true],
    ['2 of 26 words', 26, 2, false],
    ['4 of 26 words', 26, 4, true],
    ['3 of 100 words', 100, 3, false],
    ['5 of 100 words', 100, 5, true],
  ])('a long message needs more words, but no longer half of them: %s', (_case, wordCount, met, expected) => {
    expect(judged(0, met / wordCount, { wordCount, leastBesideWords: 0.3 }).isRelevant).toBe(expected);
  });

  it('counts a low cosine beside a shared word where the embedder knows only words', () => {
    expect(judged(0.02, 0.4).isRelevant).toBe(false);
    expect(judged(0.02, 0.4, { leastBesideWords: 0.3 }).isRelevant).toBe(true);
    expect(judged(0.02, null, { leastBesideWords: 1 }).isRelevant).toBe(false);
  });

  it('keeps to an overridden threshold below the noise floor', () => {
    const low = { retrieval: 0.1, noiseFloor: 0.18 };
    const at = (similarity: number) =>
      judge({ similarity, wordShare: null }, { thresholds: low, wordCount: 4, needed: 1 }).isRelevant;
    expect(at(0.1)).toBe(true);
    expect(at(0.09)).toBe(false);
  });
});

describe('how relevant a match is', () => {
  it('leaves a weak best match weak: the scale does not depend on the other matches', () => {
    expect(judged(0.3, 0.05).relevance).toBeLessThan(0.15);
    expect(judged(0.9, 1).relevance).toBeGreaterThan(0.9);
  });

  it('is between 0 and 1, and never falls when a leg shows more', () => {
    const similarity = fc.double({ min: -1, max: 1, noNaN: true });
    const share = fc.double({ min: 0, max: 3, noNaN: true });
    const wordCount = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(
        similarity,
        share,
        share,
        similarity,
        wordCount,
        (cosine, words, moreWords, moreCosine, count) => {
          const one = judged(cosine, words, { wordCount: count });
          const more = judged(Math.max(cosine, moreCosine), Math.max(words, moreWords), { wordCount: count });
          expect(one.relevance).toBeGreaterThanOrEqual(0);
          expect(one.relevance).toBeLessThanOrEqual(1);
          expect(more.relevance).toBeGreaterThanOrEqual(one.relevance);
          expect(Number(more.isRelevant)).toBeGreaterThanOrEqual(Number(one.isRelevant));
        },
      ),
    );
  });
});

describe('what tells of a time that is asked for', () => {
  const day = (number: number): Date => new Date(Date.UTC(2026, 2, number));
  const times = [{ since: day(6), until: day(9), isAhead: true as const }];
  const held = (from: number | null, until: number | null, at = day(1)) =>
    judge(
      { similarity: 0, wordShare: null },
      { thresholds, wordCount: 4, needed: 1, times, asksOnlyTimes: true },
      at,
      {
        holdsFrom: from === null ? null : day(from),
        holdsUntil: until === null ? null : day(until),
      },
    );

  it.each([
    ['a day of it', 7, 8],
    ['all of it', 6, 9],
    ['more than it', 1, 20],
    ['since a day of it', 8, null],
    ['until a day of it', null, 9],
  ])('is relevant if nothing else is asked: %s', (_case, from, until) => {
    expect(held(from, until)).toMatchObject({ timeEvidence: 1, isRelevant: true });
  });

  it.each([
    ['since before it', 1, null],
    ['until after it', null, 20],
  ])('counts less if it fits most times: %s', (_case, from, until) => {
    const open = held(from, until);
    expect(open.timeEvidence).toBeGreaterThan(0);
    expect(open.isRelevant).toBe(false);
    expect(open.relevance).toBeLessThan(held(7, 8).relevance);
  });

  it.each([
    ['before it', 5, 6],
    ['after it', 9, 10],
    ['until it', null, 6],
    ['since it', 9, null],
    ['no time', null, null],
  ])('is not: %s', (_case, from, until) => {
    expect(held(from, until).timeEvidence).toBe(0);
  });

  it('was not learnt at a time that is ahead', () => {
    expect(held(null, null, day(7)).timeEvidence).toBe(0);
  });
});

function judged(
  similarity: number | null,
  wordShare: number | null,
  { wordCount = 4, leastBesideWords = 0 } = {},
) {
  const question = { thresholds: { ...thresholds, leastBesideWords }, wordCount, needed: 1 };
  return judge({ similarity, wordShare }, question);
}
