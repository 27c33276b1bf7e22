import { expect, it } from 'vitest';
import type { CorpusResult } from './run-corpus.ts';
import { corpusShortfalls, scoreCorpora } from './score-corpora.ts';

const sixth = ['1', '2', '3', '4', '5', 'a'];

it('averages the share of each question’s texts that was found and injected', () => {
  const [all] = scoreCorpora([
    result(['a', 'b'], ['a']),
    result(['a'], sixth, { injected: [] }),
    foreign([]),
    foreign(['a']),
  ]);
  expect(all).toMatchObject({ half: 'all', way: 'fused' });
  expect(all?.figures).toEqual({
    questions: 2,
    searchAt5: 0.25,
    searchAt15: 0.75,
    injected: 0.25,
    complete: 0,
    injectedCount: 0.5,
    foreignQuestions: 2,
    silent: 0.5,
  });
});

it('counts for how many questions with several texts all of them were injected', () => {
  const [all] = scoreCorpora([
    result(['a', 'b'], [], { injected: ['b', 'c', 'a'] }),
    result(['a', 'b'], [], { injected: ['b', 'c'] }),
    result(['a'], [], { injected: [] }),
  ]);
  expect(all?.figures.complete).toBe(0.5);
});

it('scores the halves separately', () => {
  const heldOut = result(['a'], []);
  const rows = scoreCorpora([
    result(['a'], ['a']),
    { ...heldOut, question: { ...heldOut.question, half: 'held_out' } },
  ]);
  expect(rows.map(({ half, figures }) => [half, figures.searchAt5])).toEqual([
    ['all', 0.5],
    ['tuning', 1],
    ['held_out', 0],
  ]);
});

it('names what is below the floor of the corpus, where floors apply', () => {
  const rows = scoreCorpora([result(['a'], sixth), foreign([])]);
  expect(corpusShortfalls(rows, 'hash')).toEqual(['xquad-en: searchAt5 is 0.000, the floor is 0.985']);
  expect(corpusShortfalls(rows, 'local')).toEqual(['xquad-en: searchAt5 is 0.000, the floor is 0.99']);
  expect(corpusShortfalls(rows, null)).toEqual([]);
});

it('names a fusion that is worse than its better leg, whatever the embedder', () => {
  const rows = scoreCorpora([result(['a'], sixth), result(['a'], ['a'], { way: 'words' })]);
  expect(corpusShortfalls(rows, null)).toEqual([
    'xquad-en: searchAt5 is 0.000, of the better leg alone 1.000',
  ]);
});

function result(gold: string[], found: string[], given: Partial<CorpusResult> = {}): CorpusResult {
  const question = { text: 'where?', namespace: 'n', gold, half: 'tuning' } as const;
  return { corpus: 'xquad-en', way: 'fused', question, isForeign: false, found, injected: found, ...given };
}

function foreign(injected: string[]) {
  return result(['z'], [], { isForeign: true, injected });
}
