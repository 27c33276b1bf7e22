import type { QuestionResult } from './run-questions.ts';

/** Figures over some results, each from 0 to 1 unless it is a count; null if there is nothing to count. */
export type Figures = {
  questions: number;
  /** Share of the questions with an answer that is among the first 5, and the first 15, injected. */
  recallAt5: number | null;
  recallAt15: number | null;
  /** For questions that want all answers (`several`): the share of them that is injected. */
  ofSeveral: number | null;
  /** Mean of 1 / place of the answer, 0 if it is not injected. */
  reciprocalRank: number | null;
  /** Share of the questions without injected memories that have no answer. */
  abstentionPrecision: number | null;
  /** Share of the questions without an answer for which nothing was injected. */
  abstentionRecall: number | null;
  /** Mean number of memories injected for a question with an answer, and for one without. */
  injectedWithAnswer: number | null;
  injectedWithoutAnswer: number | null;
  /** Number of returned memories of another project, including near misses. */
  leaks: number;
  /** Number of returned memories that are superseded or expired. */
  gone: number;
};

/** Computes the figures. Pure. */
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

/** Returns the place of the first answer among the injected memories, from 1; infinite if there is none. */
export function placeOf({ injected, question }: Pick<QuestionResult, 'injected' | 'question'>): number {
  const index = injected.findIndex((name) => question.answers.includes(name));
  return index === -1 ? Infinity : index + 1;
}

const wantsAll = ({ question }: QuestionResult): boolean => question.part === 'several';

function shareInjected({ question: { answers }, injected }: QuestionResult): number {
  return answers.filter((answer) => injected.includes(answer)).length / answers.length;
}

/**
 * Whether nothing was injected if there is no answer; otherwise whether the answer is among the first five, or all
 * answers are injected if all are wanted.
 */
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
