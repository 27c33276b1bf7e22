import { languages, parts, splits } from './eval-data.ts';
import type { EmbedderName } from '../open-embedder.ts';
import { always, floors } from './floor.ts';
import { ways, type QuestionResult, type Way } from './run-questions.ts';
import { score, type Figures } from './score.ts';

export type Row = { name: string; figures: Figures };
export type Summary = {
  way: Way;
  all: Figures;
  bySplit: Row[];
  byLanguage: Row[];
  byPart: Row[];
};

/** Returns the figures of each way that was asked. Pure. */
export function summarise(results: QuestionResult[]): Summary[] {
  return ways.flatMap((way) => {
    const own = results.filter((result) => result.way === way);
    return own.length === 0 ? [] : [summariseWay(way, own)];
  });
}

function summariseWay(way: Way, results: QuestionResult[]): Summary {
  const by = (names: readonly string[], nameOf: (result: QuestionResult) => string): Row[] =>
    names
      .map((name) => ({ name, figures: score(results.filter((result) => nameOf(result) === name)) }))
      .filter(({ figures }) => figures.questions > 0);
  return {
    way,
    all: score(results),
    bySplit: by(splits, ({ question }) => question.split),
    byLanguage: by(languages, ({ question }) => question.language),
    byPart: by(parts, ({ question }) => question.part),
  };
}

/**
 * Returns what is below the floor, in words; empty if nothing is. `embedder`: whose floor of quality applies; null:
 * only that of safety does.
 */
export function shortfalls(summaries: Summary[], embedder: EmbedderName | null): string[] {
  return summaries.flatMap((summary) => [
    ...unsafe(summary),
    ...(embedder !== null && summary.way === 'fused'
      ? [...belowFloor(summary.all, embedder), ...belowLegs(summary, summaries)]
      : []),
  ]);
}

function unsafe({ way, all: { leaks, gone } }: Summary): string[] {
  return [
    ...(leaks > always.leaks ? [`${way}: ${leaks} memories of other projects came back`] : []),
    ...(gone > always.gone ? [`${way}: ${gone} superseded or expired memories came back`] : []),
  ];
}

const judged = [
  'recallAt5',
  'recallAt15',
  'ofSeveral',
  'reciprocalRank',
  'abstentionRecall',
  'abstentionPrecision',
] as const;

function belowFloor(figures: Figures, embedder: EmbedderName): string[] {
  const floor = floors[embedder];
  return judged.flatMap((name) => {
    const reached = figures[name];
    return reached !== null && reached < floor[name]
      ? [`${name} is ${reached.toFixed(3)}, the floor is ${floor[name]}`]
      : [];
  });
}

function belowLegs(fused: Summary, summaries: Summary[]): string[] {
  const legs = summaries.filter(({ way }) => way !== 'fused');
  return fused.byPart.flatMap(({ name, figures }) => {
    const better = Math.max(...legs.map((leg) => recallOf(leg, name)));
    const own = figures.recallAt5 ?? 0;
    return better - own > always.belowBetterLeg
      ? [`${name}: recall@5 is ${own.toFixed(3)}, of the better leg alone ${better.toFixed(3)}`]
      : [];
  });
}

const recallOf = ({ byPart }: Summary, part: string): number =>
  byPart.find(({ name }) => name === part)?.figures.recallAt5 ?? 0;
