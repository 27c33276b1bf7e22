import { testPglite } from '../../testing/test-pglite.ts';
import type { ChatModel } from '../../src/ports.ts';
import type { EvalCase, EvalSession, Path } from './eval-case.ts';
import { runCase } from './run-case.ts';
import { scoreCase, type Score } from './score.ts';

/** `live`: what a configured model did with the cases of the model path. */
export type Way = Path | 'live';
export type CaseResult = { evalCase: EvalCase; way: Way; score: Score };

type Input = {
  cases: EvalCase[];
  way: Way;
  model: ChatModel | null;
  onSession?: (session: EvalSession, evalCase: EvalCase) => void;
  onResult?: (result: CaseResult) => void;
};

/** Runs and scores cases one after the other on one embedded store in memory, which is emptied in between. */
export async function runCases({ cases, way, model, onSession, onResult }: Input): Promise<CaseResult[]> {
  const testDatabase = testPglite();
  const results: CaseResult[] = [];
  try {
    for (const evalCase of cases) {
      const outcome = await runCase(evalCase, { testDatabase, model, ...(onSession ? { onSession } : {}) });
      const score = scoreCase(way === 'live' ? withoutCounts(evalCase) : evalCase, outcome);
      const result = { evalCase, way, score };
      results.push(result);
      onResult?.(result);
    }
  } finally {
    await testDatabase.dispose();
  }
  return results;
}

/** How many candidates were dropped or refused follows from what the script answers; a model answers what it will. */
function withoutCounts(evalCase: EvalCase): EvalCase {
  const { applied: _applied, dropped: _dropped, ...expect } = evalCase.expect;
  return { ...evalCase, expect };
}
