import { describe, expect, it } from 'vitest';
import type { EvalQuestion } from './eval-data.ts';
import type { QuestionResult, Way } from './run-questions.ts';
import { isPassed, score } from './score.ts';
import type { EmbedderName } from '../open-embedder.ts';
import { shortfalls, summarise } from './summarise-results.ts';

describe('scoring', () => {
  it('counts recall and the rank of the first answer among the injected memories', () => {
    const sixth = ['', '', '', '', '', 'a'];
    expect(
      score([result(['a'], ['a']), result(['a', 'b'], ['', 'b']), result(['a'], sixth), result(['a'], [])]),
    ).toMatchObject({
      recallAt5: 0.5,
      recallAt15: 0.75,
      reciprocalRank: (1 + 1 / 2 + 1 / 6) / 4,
      injectedWithAnswer: 9 / 4,
    });
  });

  it('counts the injected answers where all are wanted', () => {
    const several = { part: 'several' } as const;
    const results = [
      result(['a', 'b'], ['b', '', 'a'], several),
      result(['a', 'b', 'c', 'd'], ['d'], several),
      result(['a', 'b'], ['a']),
    ];
    expect(score(results).ofSeveral).toBe((1 + 1 / 4) / 2);
    expect(results.map(isPassed)).toEqual([true, false, true]);
  });

  it('counts silence where there is nothing to say, and its precision', () => {
    const results = [result([], []), result([], ['x']), result([], []), result(['a'], [])];
    expect(score(results)).toMatchObject({
      abstentionRecall: 2 / 3,
      abstentionPrecision: 2 / 3,
      injectedWithoutAnswer: 1 / 3,
    });
  });

  it('returns no figure where there is nothing to count', () => {
    expect(score([result(['a'], ['a'])])).toMatchObject({
      abstentionRecall: null,
      abstentionPrecision: null,
    });
    expect(score([result([], [])])).toMatchObject({ recallAt5: null, ofSeveral: null, reciprocalRank: null });
  });

  it('fails a question with a leaked or outdated memory, whatever else was injected', () => {
    expect(isPassed(result(['a'], ['a']))).toBe(true);
    expect(isPassed(result(['a'], ['a'], { leaks: ['devai/project/other'] }))).toBe(false);
    expect(isPassed(result(['a'], ['a'], { gone: ['old'] }))).toBe(false);
    expect(isPassed(result([], ['x']))).toBe(false);
  });
});

describe('the floor', () => {
  const good = [
    ...Array.from({ length: 9 }, () => result(['a'], ['a'])),
    result([], [], { part: 'nothing_foreign' }),
  ];

  it('holds when all is well', () => {
    expect(missing(good)).toEqual([]);
  });

  it('is broken by a single leaked or superseded memory, in every way and whether or not quality is judged', () => {
    expect(
      missing([...good, result(['a'], ['a'], { way: 'words', leaks: ['devai/project/other'] })], null),
    ).toEqual(['words: 1 memories of other projects came back']);
    expect(missing([...good, result(['a'], ['a'], { gone: ['old'] })], null)).toEqual([
      'fused: 1 superseded or expired memories came back',
    ]);
  });

  it('is broken when too little is found or too much is injected', () => {
    const lost = Array.from({ length: 9 }, () => result(['a'], []));
    expect(missing([...good, ...lost]).join()).toContain('recallAt5 is 0.500');
    const noisy = result([], ['x'], { part: 'nothing_foreign' });
    expect(missing([...good, noisy]).join()).toContain('abstentionRecall is 0.500');
    expect(missing([...good, ...lost, noisy], null)).toEqual([]);
    const some = [...good, ...good, ...good, ...good, ...good, ...lost];
    expect(missing(some).join()).not.toContain('recallAt5');
    expect(missing(some, 'local').join()).toContain('recallAt5 is 0.833, the floor is 0.85');
  });

  it('is broken when the fusion is worse than a single leg on any part', () => {
    const leg = (way: Way) => good.map((one) => ({ ...one, way }));
    const worse = good.map((one, index) => (index === 0 ? { ...one, injected: [] } : one));
    expect(missing([...good, ...leg('words'), ...leg('vector')])).toEqual([]);
    expect(missing([...worse, ...leg('words'), ...leg('vector')]).join()).toContain(
      'of the better leg alone 1.000',
    );
  });

  function missing(results: QuestionResult[], embedder: EmbedderName | null = 'hash') {
    return shortfalls(summarise(results), embedder);
  }
});

function result(
  answers: string[],
  injected: string[],
  given: Partial<QuestionResult> & { part?: EvalQuestion['part'] } = {},
): QuestionResult {
  const { part = 'same_words', ...rest } = given;
  const question: EvalQuestion = {
    id: 'q001',
    language: 'en',
    part,
    split: 'tuning',
    project: 'taskforge',
    text: 'which port?',
    answers,
    gone: [],
  };
  return { question, way: 'fused', injected, leaks: [], gone: [], degraded: [], ...rest };
}
