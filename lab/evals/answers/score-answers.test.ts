import { describe, expect, it } from 'vitest';
import { createBm25 } from './bm25.ts';
import type { Chosen } from './choose-questions.ts';
import { ways, type Way } from './contexts.ts';
import { scoreAnswers, wilson } from './score-answers.ts';

describe('the interval of a share', () => {
  it.each([
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [5, 10, 0.2366, 0.7634],
    [81, 263, 0.2553, 0.3662],
  ])('is that of Wilson: %i of %i', (right, n, low, high) => {
    expect(wilson(right, n)?.low).toBeCloseTo(low, 3);
    expect(wilson(right, n)?.high).toBeCloseTo(high, 3);
  });

  it('is none for no case', () => {
    expect(wilson(0, 0)).toBeNull();
  });
});

it('a score counts what is judged, for each category, for all that have an answer, and for all', () => {
  const rows = scoreAnswers([chosen], {
    answerOf: (history, question, way) => ({ ...place(history, question, way), ...answer(question) }),
    verdictOf: (history, question, way) =>
      question === 'unjudged'
        ? undefined
        : { ...place(history, question, way), right: question !== 'b', reason: '' },
  });
  const short = rows
    .filter(({ way }) => way === 'bm25')
    .map(({ category, n, right }) => [category, n, right]);
  expect(short).toEqual([
    ['adversarial', 1, 1],
    ['temporal', 2, 1],
    ['answerable', 2, 1],
    ['all', 3, 2],
  ]);
  expect(rows.at(-1)).toMatchObject({ tokens: 20, evidence: 0.25 });
  expect(rows).toHaveLength(4 * ways.length);
});

describe('BM25', () => {
  const texts = [['goat', 'fever'], ['goat', 'goat', 'thistl'], ['kayak', 'lake', 'leed', 'red'], []];
  const scores = (...words: string[]) => createBm25(texts)(words);

  it('ranks a rare word above a common one, and more above fewer', () => {
    expect(scores('goat', 'fever').indexOf(Math.max(...scores('goat', 'fever')))).toBe(0);
    const [once = 0, twice = 0, none, empty] = scores('goat');
    expect(twice).toBeGreaterThan(once);
    expect([none, empty]).toEqual([0, 0]);
    expect(Math.max(...scores('kayak'))).toBeGreaterThan(twice);
  });

  it('scores nothing for words that are not there, and in no text', () => {
    expect(scores('ferry')).toEqual([0, 0, 0, 0]);
    expect(createBm25([])(['goat'])).toEqual([]);
  });
});

const chosen: Chosen = {
  file: { path: 'talks.json', name: 'talks', format: 'LoCoMo', sha256: '', histories: [] },
  place: {
    ...{ key: 'talks/1', start: 0, end: 0 },
    questions: [
      { id: 'a', category: 'temporal' },
      { id: 'b', category: 'temporal' },
      { id: 'unjudged', category: 'temporal' },
      { id: 'c', category: 'adversarial' },
      { id: 'not chosen', category: 'adversarial' },
    ],
  },
  ids: new Set(['a', 'b', 'unjudged', 'c']),
};

const place = (history: string, question: string, way: Way) => ({ history, question, way });
const answer = (question: string) => ({
  ...{ reply: '', tokens: question === 'a' ? 40 : 10, cut: 0 },
  evidence: question === 'a' ? 0.5 : question === 'b' ? 0 : null,
});
