import { splits } from '../recall/eval-data.ts';
import type { EmbedderName } from '../open-embedder.ts';
import { belowBetterLeg, floors, type Floor } from './floor.ts';
import { corpusWays, type CorpusResult, type CorpusWay } from './run-corpus.ts';

/** Shares from 0 to 1, averaged over the questions; null if there is nothing to count. */
export type CorpusFigures = {
  questions: number;
  /** The share of the answering texts among the first 5 and the first 15 that `search` finds. */
  searchAt5: number | null;
  searchAt15: number | null;
  /** The share of the answering texts that `recall` injects. */
  injected: number | null;
  /** The share of the questions with several answering texts for which it injects all of them. */
  complete: number | null;
  /** The number of texts that it injects. */
  injectedCount: number | null;
  foreignQuestions: number;
  /** The share of the foreign questions for which nothing was injected. */
  silent: number | null;
};
export type CorpusRow = {
  corpus: string;
  way: CorpusWay;
  half: 'all' | (typeof splits)[number];
  figures: CorpusFigures;
};

/** Scores each corpus, way and half. Pure. */
export function scoreCorpora(results: CorpusResult[]): CorpusRow[] {
  const names = [...new Set(results.map(({ corpus }) => corpus))];
  return (['all', ...splits] as const).flatMap((half) =>
    names.flatMap((corpus) =>
      corpusWays.flatMap((way) => {
        const own = results.filter(
          (one) => one.corpus === corpus && one.way === way && (half === 'all' || one.question.half === half),
        );
        return own.length === 0 ? [] : [{ corpus, way, half, figures: figuresOf(own) }];
      }),
    ),
  );
}

function figuresOf(results: CorpusResult[]): CorpusFigures {
  const own = results.filter(({ isForeign }) => !isForeign);
  const foreign = results.filter(({ isForeign }) => isForeign);
  const recalled = own.flatMap(({ question, injected }) => (injected ? [{ question, injected }] : []));
  return {
    questions: own.length,
    searchAt5: mean(own, ({ question, found }) => shareOf(question.gold, found.slice(0, 5))),
    searchAt15: mean(own, ({ question, found }) => shareOf(question.gold, found.slice(0, 15))),
    injected: mean(recalled, ({ question, injected }) => shareOf(question.gold, injected)),
    complete: mean(
      recalled.filter(({ question }) => question.gold.length > 1),
      ({ question, injected }) => Number(shareOf(question.gold, injected) === 1),
    ),
    injectedCount: mean(recalled, ({ injected }) => injected.length),
    foreignQuestions: foreign.length,
    silent: mean(foreign, ({ injected }) => Number(injected?.length === 0)),
  };
}

const judged = ['searchAt5', 'searchAt15', 'injected', 'silent'] as const;

/**
 * Returns what is below its floor, in words; empty if nothing is. `embedder`: whose floors apply; null: only the rule
 * about the legs does.
 */
export function corpusShortfalls(rows: CorpusRow[], embedder: EmbedderName | null): string[] {
  const whole = rows.filter(({ half }) => half === 'all');
  return whole
    .filter(({ way }) => way === 'fused')
    .flatMap(({ corpus, figures }) => [
      ...(embedder === null ? [] : belowFloor(corpus, figures, floors[embedder][corpus])),
      ...belowLegs(
        corpus,
        figures,
        whole.filter((row) => row.corpus === corpus && (row.way === 'vector' || row.way === 'words')),
      ),
    ]);
}

const belowFloor = (corpus: string, figures: CorpusFigures, floor: Floor = {}): string[] =>
  judged.flatMap((name) => {
    const reached = figures[name];
    const least = floor[name] ?? 0;
    return reached !== null && reached < least
      ? [`${corpus}: ${name} is ${reached.toFixed(3)}, the floor is ${least}`]
      : [];
  });

const belowLegs = (corpus: string, figures: CorpusFigures, legs: CorpusRow[]): string[] =>
  (['searchAt5', 'searchAt15', 'injected'] as const).flatMap((name) => {
    const better = Math.max(0, ...legs.map((leg) => leg.figures[name] ?? 0));
    const own = figures[name] ?? 0;
    return better - own > belowBetterLeg
      ? [`${corpus}: ${name} is ${own.toFixed(3)}, of the better leg alone ${better.toFixed(3)}`]
      : [];
  });

const shareOf = (gold: string[], ids: string[]): number =>
  gold.filter((id) => ids.includes(id)).length / gold.length;

const mean = <Item>(items: Item[], figureOf: (item: Item) => number): number | null =>
  items.length === 0 ? null : items.reduce((total, item) => total + figureOf(item), 0) / items.length;
