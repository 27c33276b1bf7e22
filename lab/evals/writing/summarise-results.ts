import { kinds, type Kind, type Split } from './eval-case.ts';
import { floor } from './floor.ts';
import type { CaseResult, Way } from './run-cases.ts';
import { isPassed } from './score.ts';

/** Counts over cases; `lost`, `stale`, `junk` and `wronglyInvalidated` count memories. */
export type Counts = {
  cases: number;
  passed: number;
  lost: number;
  stale: number;
  junk: number;
  wronglyInvalidated: number;
};
export type Summary = {
  way: Way;
  total: Counts;
  bySplit: Record<Split, Counts>;
  byKind: { kind: Kind; counts: Counts }[];
  /** Why it is below its floor; null if it is not, or has none. */
  belowFloor: string | null;
};

/** Computes the figures of one way. Pure. */
export function summarise(way: Way, results: CaseResult[]): Summary {
  const total = count(results);
  const inSplit = (split: Split) => count(results.filter(({ evalCase }) => evalCase.split === split));
  const heldOut = inSplit('held_out');
  return {
    way,
    total,
    bySplit: { tuning: inSplit('tuning'), held_out: heldOut },
    byKind: kinds.flatMap((kind) => {
      const counts = count(results.filter(({ evalCase }) => evalCase.kind === kind));
      return counts.cases > 0 ? [{ kind, counts }] : [];
    }),
    belowFloor: way === 'live' ? null : shortfall(heldOut, total.wronglyInvalidated, floor[way]),
  };
}

function count(results: CaseResult[]): Counts {
  const sum = (problems: (result: CaseResult) => string[]) =>
    results.reduce((total, result) => total + problems(result).length, 0);
  return {
    cases: results.length,
    passed: results.filter(({ score }) => isPassed(score)).length,
    lost: sum(({ score }) => score.lost),
    stale: sum(({ score }) => score.stale),
    junk: sum(({ score }) => score.junk),
    wronglyInvalidated: sum(({ score }) => score.invalidated),
  };
}

function shortfall({ passed, cases }: Counts, wronglyInvalidated: number, least: number): string | null {
  const share = passed / cases;
  if (share < least) return `${percent(share)} of the held-out cases passed, the floor is ${percent(least)}`;
  if (wronglyInvalidated === 0) return null;
  return `memories invalidated wrongly: ${wronglyInvalidated}, none may be`;
}

/** One decimal, rounded down, so that a value below a floor never reads as if it reached it. */
export const percent = (share: number): string => `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`;
