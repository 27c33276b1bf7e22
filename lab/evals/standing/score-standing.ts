import { languages, splits } from '../recall/eval-data.ts';
import { floors, mostTokens } from './floor.ts';
import { ways, type StandingResult, type Way } from './run-person.ts';

export type StandingRow = {
  split: (typeof splits)[number];
  /** A language, or `all`. */
  name: string;
  way: Way;
  people: number;
  /** The share (0 to 1) of the facts that matter for a request which its prompt has; alone, and beside other preferences. */
  present: number;
  crowded: number;
  /** The most tokens of the standing section. */
  tokens: number;
  /** The prompts that have something of another project. */
  foreign: number;
};

/** Scores each way for each split, over everybody and by language. Pure. */
export const scoreStanding = (results: StandingResult[]): StandingRow[] =>
  splits.flatMap((split) =>
    ['all', ...languages].flatMap((name) =>
      ways.flatMap((way) => {
        const own = results.filter(
          (one) =>
            one.person.split === split && one.way === way && (name === 'all' || one.person.language === name),
        );
        return own.length === 0 ? [] : [{ split, name, way, ...figuresOf(own) }];
      }),
    ),
  );

function figuresOf(results: StandingResult[]): Omit<StandingRow, 'split' | 'name' | 'way'> {
  return {
    people: new Set(results.map(({ person }) => person.name)).size,
    present: shareOf(results.filter(({ isCrowded }) => !isCrowded)),
    crowded: shareOf(results.filter(({ isCrowded }) => isCrowded)),
    tokens: Math.max(...results.map(({ tokens }) => tokens)),
    foreign: results.filter(({ foreign }) => foreign.length > 0).length,
  };
}

function shareOf(results: StandingResult[]): number {
  const wanted = results.reduce((sum, one) => sum + one.wanted.length, 0);
  const missing = results.reduce((sum, one) => sum + one.missing.length, 0);
  return wanted === 0 ? 1 : (wanted - missing) / wanted;
}

/** Returns what is below the floor, in words; empty if nothing is. People for tuning are not judged. */
export const standingShortfalls = (rows: StandingRow[]): string[] =>
  rows
    .filter(({ split, name }) => split === 'held_out' && name === 'all')
    .flatMap(({ way, present, crowded, tokens, foreign }) => [
      ...(present < floors[way] ? [`${way}: ${present.toFixed(3)}, the floor is ${floors[way]}`] : []),
      ...(crowded < floors[way]
        ? [`${way}, beside preferences: ${crowded.toFixed(3)}, the floor is ${floors[way]}`]
        : []),
      ...(tokens > mostTokens ? [`${way}: ${tokens} tokens, the most are ${mostTokens}`] : []),
      ...(foreign > 0 ? [`${way}: ${foreign} prompts have something of another project`] : []),
    ]);
