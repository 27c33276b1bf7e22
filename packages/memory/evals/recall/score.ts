import type { QuestionResult } from './run-questions.ts';

/** Figures over some results, each from 0 to 1 unless it counts; null where there is nothing to count. */
export type Figures = {
  questions: number;
  /** Of the questions with an answer: it is among the first 5, the first 15 injected. */
  recallAt5: number | null;
  recallAt15: number | null;
  /** Where all answers are wanted (`several`): the part of them that is injected. */
  ofSeveral: number | null;
  /** Mean of 1 / place of the answer, 0 when it is not injected. */
  reciprocalRank: number | null;
  /** Of the questions for which nothing was injected: there was nothing to inject. */
  abstentionPrecision: number | null;
  /** Of the questions with nothing to inject: nothing was injected. */
  abstentionRecall: number | null;
  /** Memories injected for a question with an answer, and without one. */
  injectedWithAnswer: number | null;
  injectedWithoutAnswer: number | null;
  /** Memories of another project that came back, also as a near miss. */
  leaks: number;
  /** Superseded and expired memories that came back. */
  gone: number;
};

/** Pure. */
export function score(results: QuestionResult[]): Figures {
  const withAnswer = results.filter(({ question }) => question.answers.length > 0);
  const without = results.filter(({ question }) => question.answers.length === 0);
  const silent = results.filter(({ injected }) => injected.length === 0);
  return {
    questions: results.length,
    recallAt5: mean(withAnswer, (result) => Number(placeOf(result) <= 5)),
    recallAt15: mean(withAnswer, (result) => Number(placeOf(result) <= 15)),
    ofSeveral: mean(results.filter(wantsAll), shareInjected),
    reciprocalRank: mean(withAnswer, (result) => 1 / placeOf(result)),
    abstentionPrecision: mean(silent, ({ question }) => Number(question.answers.length === 0)),
    abstentionRecall: mean(without, ({ injected }) => Number(injected.length === 0)),
    injectedWithAnswer: mean(withAnswer, ({ injected }) => injected.length),
    injectedWithoutAnswer: mean(without, ({ injected }) => injected.length),
    leaks: sum(results, ({ leaks }) => leaks.length),
    gone: sum(results, ({ gone }) => gone.length),
  };
}

/** Of the first answer among what was injected, from 1; infinite when there is none. */
export function placeOf({ injected, question }: Pick<QuestionResult, 'injected' | 'question'>): number {
  const index = injected.findIndex((name) => question.answers.includes(name));
  return index === -1 ? Infinity : index + 1;
}

const wantsAll = ({ question }: QuestionResult): boolean => question.part === 'several';

function shareInjected({ question: { answers }, injected }: QuestionResult): number {
  return answers.filter((answer) => injected.includes(answer)).length / answers.length;
}

/** Silent where nothing is asked for, else the answer among the first five, or all of them where all are wanted. */
export const isPassed = (result: QuestionResult): boolean =>
  result.leaks.length === 0 &&
  result.gone.length === 0 &&
  (result.question.answers.length === 0
    ? result.injected.length === 0
    : wantsAll(result)
      ? shareInjected(result) === 1
      : placeOf(result) <= 5);

const sum = <Item>(items: Item[], figureOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + figureOf(item), 0);

const mean = <Item>(items: Item[], figureOf: (item: Item) => number): number | null =>
  items.length === 0 ? null : sum(items, figureOf) / items.length;
