import type { TestDatabase } from '../../../packages/memory/testing/reused-stores.ts';
import type { ChatModel } from '../../../packages/memory/src/ports.ts';
import type { EvalCase, EvalSession, Path } from './eval-case.ts';
import { runCase } from './run-case.ts';
import { scoreCase, type Score } from './score.ts';

/** `live`: what a configured model does with the cases of the model path. */
export type Way = Path | 'live';
export type CaseResult = { evalCase: EvalCase; way: Way; score: Score };

type Input = {
  cases: EvalCase[];
  way: Way;
  model: ChatModel | null;
  testDatabase: TestDatabase;
  onSession?: (session: EvalSession, evalCase: EvalCase) => void;
  onResult?: (result: CaseResult) => void;
};

/** Runs and scores cases one after the other on one store, which is emptied between them. */
export async function runCases({
  cases,
  way,
  model,
  testDatabase,
  onSession,
  onResult,
}: Input): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const evalCase of cases) {
    const outcome = await runCase(evalCase, {
      testDatabase,
      model,
      ...(onSession ? { onSession } : {}),
    });
    const score = scoreCase(way === 'live' ? withoutCounts(evalCase) : evalCase, outcome);
    const result = { evalCase, way, score };
    results.push(result);
    onResult?.(result);
  }
  return results;
}

/**
 * Removes the counts of dropped and refused candidates, which depend on the scripted answers, so they do not apply to
 * a real model.
 */
function withoutCounts(evalCase: EvalCase): EvalCase {
  const { applied: _applied, dropped: _dropped, ...expect } = evalCase.expect;
  return { ...evalCase, expect };
}
