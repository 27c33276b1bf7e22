import { evalStores } from '../eval-stores.ts';
import type { EvalCase, Kind, Path, Split } from './eval-case.ts';
import { loadCases } from './load-cases.ts';
import type { Recording } from './recorded-calls.ts';
import { runCases, type CaseResult, type Way } from './run-cases.ts';
import { runLive } from './run-live.ts';
import { runScripted } from './run-scripted.ts';

/** Those that are run. `null`: of all kinds, of both halves. */
export type CaseChoice = { kind: Kind | null; half: Split | null };
export type WaySettings = CaseChoice & { recording: Recording | null };

/** Returns the chosen cases of a way. */
export function casesOf(way: Way, { kind, half }: CaseChoice): EvalCase[] {
  const path: Path = way === 'live' ? 'model' : way;
  return loadCases(kind).filter(
    ({ paths, split }) => paths.includes(path) && (half === null || split === half),
  );
}

/** Runs the cases of one way. `live` reads the environment. Throws what the ways throw. */
export async function runWay(
  way: Way,
  settings: WaySettings,
  onResult: (result: CaseResult) => void,
): Promise<void> {
  const cases = casesOf(way, settings);
  const testDatabase = evalStores();
  try {
    if (way === 'rules') await runCases({ cases, way, model: null, testDatabase, onResult });
    else if (way === 'model') await runScripted(cases, testDatabase, onResult);
    else {
      const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_SMALL_MODEL: model } = process.env;
      const { recording } = settings;
      await runLive(cases, { apiKey, baseURL, model, recording, testDatabase }, onResult);
    }
  } finally {
    await testDatabase.dispose();
  }
}
