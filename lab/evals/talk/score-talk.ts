import { languages, splits } from '../recall/eval-data.ts';
import type { EmbedderName } from '../open-embedder.ts';
import { floors } from './floor.ts';
import { isPassed, kinds, placeOf, type Kind, type TalkResult } from './run-person.ts';

export type TalkFigures = {
  people: number;
  /**
   * The share of each kind of question (0 to 1) that was answered, or for which nothing was brought back if it has no
   * answer; null without such questions.
   */
  passed: Record<Kind, number | null>;
  /** The number of questions without an answer for which something was brought back. */
  wrong: number;
  /** Mean place in the prompt of the answers found; like the lines and tokens, not of the kinds that want more than one line. */
  place: number | null;
  /** Mean lines and tokens of the prompts for questions with an answer. */
  lines: number | null;
  tokens: number | null;
};
export type TalkRow = { name: string; figures: TalkFigures };

/** Scores everybody, the two splits, the languages, and each person; of one half, that and each person. Pure. */
export function scoreTalk(results: TalkResult[], half?: (typeof splits)[number]): TalkRow[] {
  const names = [...new Set(results.map(({ person }) => person.name))];
  const rowOf = (name: string, isOf: (result: TalkResult) => boolean): TalkRow[] => {
    const own = results.filter(isOf);
    return own.length === 0 ? [] : [{ name, figures: figuresOf(own) }];
  };
  const whole = half === undefined;
  return [
    ...(whole ? rowOf('all', () => true) : []),
    ...splits.flatMap((split) => rowOf(split, ({ person }) => person.split === split)),
    ...(whole ? languages : []).flatMap((language) =>
      rowOf(language, ({ person }) => person.language === language),
    ),
    ...names.flatMap((name) => rowOf(name, ({ person }) => person.name === name)),
  ];
}

/** Kinds that want more than one line. */
const wantsMore: ReadonlySet<Kind> = new Set(['time', 'list', 'changed']);

function figuresOf(results: TalkResult[]): TalkFigures {
  const withAnswer = results.filter(({ kind, answer }) => answer.length > 0 && !wantsMore.has(kind));
  const passed = (kind: Kind): number | null =>
    mean(
      results.filter((one) => one.kind === kind),
      (one) => Number(isPassed(one)),
    );
  return {
    people: new Set(results.map(({ person }) => person.name)).size,
    passed: {
      plain: passed('plain'),
      oblique: passed('oblique'),
      time: passed('time'),
      list: passed('list'),
      changed: passed('changed'),
      unanswerable: passed('unanswerable'),
      foreign: passed('foreign'),
    },
    wrong: results.filter((one) => one.answer.length === 0 && !isPassed(one)).length,
    place: mean(withAnswer.filter(isPassed), placeOf),
    lines: mean(withAnswer, ({ lines }) => lines.length),
    tokens: mean(withAnswer, ({ tokens }) => tokens),
  };
}

/** Returns what is below the floor, over everybody, of the half held out and by language, in words; empty if nothing is. */
export const talkShortfalls = (rows: TalkRow[], embedder: EmbedderName): string[] =>
  rows.flatMap(({ name, figures }) =>
    kinds.flatMap((kind) => {
      const reached = figures.passed[kind];
      const least = floors[embedder][name]?.[kind] ?? 0;
      return reached !== null && reached < least
        ? [`${name}, ${kind}: ${reached.toFixed(3)}, the floor is ${least}`]
        : [];
    }),
  );

const mean = <Item>(items: Item[], figureOf: (item: Item) => number): number | null =>
  items.length === 0 ? null : items.reduce((total, item) => total + figureOf(item), 0) / items.length;
