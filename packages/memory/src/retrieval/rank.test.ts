import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Match } from '../store/matching.ts';
import { storedAt, testMatch } from './match.fixture.ts';
import { rank, type RankInput } from './rank.ts';

const input: RankInput = {
  thresholds: { retrieval: 0.3, noiseFloor: 0.18 },
  wordCount: 4,
  limit: 3,
  exclude: new Set(),
  keepPinned: true,
};

describe('ranking', () => {
  it('puts what both legs found before what one found', () => {
    const both = testMatch(1, { similarity: 0.5, wordScore: 9, wordShare: 0.6 });
    const vectorOnly = testMatch(2, { similarity: 0.55 });
    const wordsOnly = testMatch(3, { similarity: 0.1, wordScore: 9, wordShare: 0.6 });
    expect(order([wordsOnly, vectorOnly, both]).map(([id]) => id)).toEqual([1, 2, 3]);
  });

  it('needs more for a message of talk alone: its vector says little', () => {
    const likeness = testMatch(1, { similarity: 0.34 });
    expect(order([likeness])).toEqual([[1, 'kept', 1]]);
    expect(order([likeness], { wordCount: 0 })).toEqual([[1, 'irrelevant', null]]);
    expect(order([testMatch(2, { similarity: 0.37 })], { wordCount: 0 })).toEqual([[2, 'kept', 1]]);
  });

  it('multiplies by strength now', () => {
    const faded = testMatch(1, { similarity: 0.8, memory: { strength: 0.2 } });
    const fresh = testMatch(2, { similarity: 0.5 });
    expect(order([faded, fresh]).map(([id]) => id)).toEqual([2, 1]);
  });

  it('lets strength order, but not silence: what is relevant stays relevant while it fades', () => {
    expect(order([testMatch(1, { similarity: 0.35, memory: { strength: 0.06 } })])).toEqual([[1, 'kept', 1]]);
  });

  it('keeps nothing of which only a secret is left', () => {
    const secret = testMatch(1, { memory: { content: 'the PIN is [redacted:pin]' } });
    expect(order([secret])).toEqual([[1, 'only_secret', null]]);
  });

  it('breaks ties within a day by importance, then by recency', () => {
    const plain = testMatch(1, { memory: { createdAt: storedAt } });
    const important = testMatch(2, { memory: { importance: 7, createdAt: storedAt } });
    const newer = testMatch(3, { memory: { createdAt: new Date(storedAt.getTime() + 1) } });
    expect(order([plain, newer, important]).map(([id]) => id)).toEqual([2, 3, 1]);
  });

  it('puts the newer of near-equal memories above the older, and a better one above both', () => {
    const daysAgo = (days: number) => ({ createdAt: new Date(storedAt.getTime() - days * 86_400_000) });
    const older = testMatch(1, { similarity: 0.8, memory: daysAgo(60) });
    const newer = testMatch(2, { similarity: 0.78, memory: daysAgo(2) });
    const better = testMatch(3, { similarity: 0.99, memory: daysAgo(90) });
    const newest = testMatch(4, { similarity: 0.7, memory: daysAgo(0) });
    expect(order([older, newest, newer, better]).map(([id]) => id)).toEqual([3, 2, 1, 4]);
  });

  it('orders equals in one way, whatever order they come in', () => {
    const [one, two] = [1, 2].map((number) => testMatch(number, { memory: { createdAt: storedAt } }));
    if (!one || !two) throw new Error('two matches were made');
    expect(order([two, one])).toEqual(order([one, two]));
  });

  it('keeps no more than the limit and says at which place the others are', () => {
    const matches = [1, 2, 3, 4, 5].map((number) => testMatch(number, { similarity: 0.9 - number / 20 }));
    expect(order(matches).slice(2)).toEqual([
      [3, 'kept', 3],
      [4, 'out_ranked', 4],
      [5, 'out_ranked', 5],
    ]);
  });

  it('fills down to where the score falls off: what fits nearly as well comes, what is far below does not', () => {
    const best = testMatch(1, { similarity: 0.5 });
    const near = testMatch(2, { similarity: 0.28 });
    const nearer = testMatch(3, { similarity: 0.34 });
    expect(order([best, near, nearer])).toEqual([
      [1, 'kept', 1],
      [3, 'kept', 2],
      [2, 'irrelevant', null],
    ]);
    const weaker = testMatch(1, { similarity: 0.36 });
    expect(order([weaker, near]).map(([, standing]) => standing)).toEqual(['kept', 'kept']);
    expect(order([near])).toEqual([[2, 'irrelevant', null]]);
    const sure = testMatch(1, { similarity: 0.9 });
    expect(order([sure, nearer])).toEqual([
      [1, 'kept', 1],
      [3, 'far_below', null],
    ]);
    const pinned = testMatch(4, { similarity: 0.34, memory: { pinned: true } });
    expect(order([sure, pinned]).map(([, standing]) => standing)).toEqual(['kept', 'kept']);
  });

  it('measures the fall by fit, not by strength: what fades is not cut by what is fresh', () => {
    const fresh = testMatch(1, { similarity: 0.6 });
    const faded = testMatch(2, { similarity: 0.6, memory: { strength: 0.1 } });
    expect(order([fresh, faded]).map(([, standing]) => standing)).toEqual(['kept', 'kept']);
  });

  it('lifts what was learnt on the occasion of a good match, and lowers what stands alone in its session', () => {
    const session = (sessionId: string) => ({ memory: { sessionId } });
    const good = testMatch(1, { similarity: 0.7, ...session('a') });
    const ofTheSame = testMatch(2, { similarity: 0.4, ...session('a') });
    const single = testMatch(3, { similarity: 0.42 });
    const ofAnother = testMatch(4, { similarity: 0.42, ...session('b') });
    const ranked = order([single, ofAnother, ofTheSame, good], { limit: 9 }).map(([number]) => number);
    expect(ranked[0]).toBe(1);
    expect(ranked.indexOf(2)).toBeLessThan(ranked.indexOf(3));
    expect(ranked.indexOf(2)).toBeLessThan(ranked.indexOf(4));
  });

  it('keeps pinned memories first and beside the limit, whatever the question is', () => {
    const pinned = testMatch(9, { similarity: -0.1, memory: { pinned: true } });
    const others = [1, 2, 3, 4].map((number) => testMatch(number));
    expect(order([...others, pinned]).map(([id, standing]) => `${id} ${standing}`)).toEqual([
      '9 kept',
      '1 kept',
      '2 kept',
      '3 kept',
      '4 out_ranked',
    ]);
    expect(order([pinned], { keepPinned: false })).toEqual([[9, 'irrelevant', null]]);
  });

  it('keeps a statement once, though two scopes hold it', () => {
    const inProject = testMatch(1, { similarity: 0.6, memory: { content: 'Prefers tabs' } });
    const ofUser = testMatch(2, {
      similarity: 0.7,
      memory: { content: 'Prefers tabs', namespace: 'devai/user/preferences' },
    });
    expect(order([inProject, ofUser])).toEqual([
      [2, 'kept', 1],
      [1, 'repeats', null],
    ]);
  });

  it('leaves out what the session excluded, pinned or not', () => {
    const pinned = testMatch(1, { memory: { pinned: true } });
    expect(order([pinned], { exclude: new Set([pinned.memory.id]) })).toEqual([[1, 'excluded', null]]);
  });

  it('keeps nothing of what is unrelated: the best of unrelated memories is still noise', () => {
    const unrelated = [0.05, 0.12, 0.2, 0.25].map((similarity, index) => testMatch(index, { similarity }));
    expect(order(unrelated).every(([, standing]) => standing === 'irrelevant')).toBe(true);
  });

  it('asks more of a match the more memories there were to choose from', () => {
    const weak = (searched: number) => testMatch(1, { similarity: 0.31, searched });
    expect(order([weak(400)])).toEqual([[1, 'kept', 1]]);
    expect(order([weak(100_000)])).toEqual([[1, 'irrelevant', null]]);
    const strong = testMatch(1, { similarity: 0.45, searched: 100_000 });
    expect(order([strong])).toEqual([[1, 'kept', 1]]);
  });

  it('takes many matches alike in a large store for background, and keeps what stands out of them', () => {
    const alike = Array.from({ length: 20 }, (_, index) =>
      testMatch(index + 1, { similarity: 0.39, searched: 4_000 }),
    );
    const answer = testMatch(50, { similarity: 0.48, searched: 4_000 });
    expect(order(alike).every(([, standing]) => standing === 'irrelevant')).toBe(true);
    expect(order([...alike, answer])[0]).toEqual([50, 'kept', 1]);
    expect(order(alike.slice(0, 3)).every(([, standing]) => standing === 'kept')).toBe(true);
  });

  it('counts a statement that several scopes hold once as background', () => {
    const copies = Array.from({ length: 17 }, (_, index) =>
      testMatch(index + 1, { similarity: 0.4, searched: 4_000, memory: { content: 'Prefers tabs' } }),
    );
    expect(order(copies)[0]).toEqual([1, 'kept', 1]);
  });

  it('judges by what another search showed to be needed, when it is told', () => {
    expect(order([testMatch(1, { similarity: 0.4 })], { needed: 1.9 })).toEqual([[1, 'irrelevant', null]]);
    expect(rank([testMatch(1)], { ...input, needed: 1.9 }).needed).toBe(1.9);
  });

  it('names the legs that found a memory', () => {
    const legsOf = (match: Match) => rank([match], input).hits[0]?.legs;
    expect(legsOf(testMatch(1, { similarity: 0.3 }))).toEqual(['vector']);
    expect(legsOf(testMatch(1, { similarity: 0.2, wordScore: 1, wordShare: 0.5 }))).toEqual(['words']);
    expect(legsOf(testMatch(1, { similarity: 0.2, memory: { importance: 9 } }))).toEqual(['importance']);
    expect(
      legsOf(testMatch(1, { similarity: null, sharesRareWord: true, memory: { importance: 9 } })),
    ).toEqual(['importance']);
    expect(legsOf(testMatch(1, { similarity: 0.1, memory: { pinned: true } }))).toEqual(['pinned']);
  });

  it('gives the same order whatever order the matches come in, and loses none', () => {
    const match = fc
      .record({
        number: fc.integer({ min: 1, max: 30 }),
        similarity: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
        wordShare: fc.option(fc.double({ min: 0, max: 1.5, noNaN: true })),
        strength: fc.double({ min: 0.05, max: 1, noNaN: true }),
        importance: fc.integer({ min: 1, max: 10 }),
        pinned: fc.boolean(),
      })
      .map(({ number, similarity, wordShare, ...memory }) =>
        testMatch(number, { similarity, wordShare, wordScore: wordShare, memory }),
      );
    const matches = fc.uniqueArray(match, { selector: ({ memory }) => memory.id, maxLength: 30 });
    fc.assert(
      fc.property(matches, fc.nat(29), (given, turn) => {
        const turned = [...given.slice(turn), ...given.slice(0, turn)];
        const ranking = rank(given, input);
        const ranked = ranking.hits;
        expect(rank(turned, input)).toEqual(ranking);
        expect(ranked).toHaveLength(given.length);
        expect(
          ranked.filter(({ standing, memory }) => standing === 'kept' && !memory.pinned).length,
        ).toBeLessThanOrEqual(3);
      }),
    );
  });
});

function order(matches: Match[], given: Partial<RankInput> = {}) {
  return rank(matches, { ...input, ...given }).hits.map(({ memory, standing, place }) => [
    Number(memory.id.slice(-4)),
    standing,
    place,
  ]);
}
