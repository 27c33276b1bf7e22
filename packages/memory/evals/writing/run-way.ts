import type { EvalCase, Kind, Path } from './eval-case.ts';
import { loadCases } from './load-cases.ts';
import type { Recording } from './recorded-calls.ts';
import { runCases, type CaseResult, type Way } from './run-cases.ts';
import { runLive } from './run-live.ts';
import { runScripted } from './run-scripted.ts';

/** Returns the cases of a way: all, or those of one kind. */
export function casesOf(way: Way, kind: Kind | null): EvalCase[] {
  const path: Path = way === 'live' ? 'model' : way;
  return loadCases(kind).filter(({ paths }) => paths.includes(path));
}

export type WaySettings = { kind: Kind | null; recording: Recording | null };

/** Runs the cases of one way. `live` reads the environment. Throws what the ways throw. */
export async function runWay(
  way: Way,
  { kind, recording }: WaySettings,
  onResult: (result: CaseResult) => void,
): Promise<void> {
  const cases = casesOf(way, kind);
  if (way === 'rules') await runCases({ cases, way, model: null, onResult });
  else if (way === 'model') await runScripted(cases, onResult);
  else {
    const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_SMALL_MODEL: model } = process.env;
    await runLive(cases, { apiKey, baseURL, model, recording }, onResult);
  }
}
