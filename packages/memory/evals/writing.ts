/**
 * `pnpm eval writing`: runs labelled conversations through extraction and deduplication, and counts what was lost, what is junk,
 * and what was retired wrongly. Ends with 1 when a path is below its floor, with 2 when it could not run.
 */
import { paths, type EvalCase, type Path } from './writing/eval-case.ts';
import { loadCases } from './writing/load-cases.ts';
import { createProgressBar } from './writing/progress-bar.ts';
import { readArguments, usage } from './writing/read-arguments.ts';
import { renderFailures, renderReport } from './writing/render-report.ts';
import { runCases, type CaseResult, type Way } from './writing/run-cases.ts';
import { runLive } from './writing/run-live.ts';
import { runScripted } from './writing/run-scripted.ts';
import { isPassed } from './writing/score.ts';
import { summarise, type Summary } from './writing/summarise-results.ts';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<number> {
  const options = readArguments(words);
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const cases = loadCases(options.kind);
  const ways: Way[] = options.live ? ['live'] : [...paths];
  const started = performance.now();
  const results = await runAll(cases, ways);
  const seconds = (performance.now() - started) / 1_000;
  const summaries = ways
    .map((way) =>
      summarise(
        way,
        results.filter((result) => result.way === way),
      ),
    )
    .filter(({ total }) => total.cases > 0);
  const shown = results.filter(({ evalCase }) => options['held-out'] || evalCase.split === 'tuning');
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ seconds, summaries, failures: failuresOf(shown) })}\n`
      : [
          renderReport(summaries),
          ...(options['show-failures'] ? [renderFailures(shown)] : []),
          `${results.length} runs in ${seconds.toFixed(1)} s\n`,
        ].join('\n'),
  );
  return isBelowFloor(summaries, options.kind !== null) ? 1 : 0;
}

async function runAll(cases: EvalCase[], ways: Way[]): Promise<CaseResult[]> {
  const casesOf = (way: Way) => cases.filter((one) => one.paths.includes(pathOf(way)));
  const bar = createProgressBar(
    process.stderr,
    ways.reduce((sum, way) => sum + casesOf(way).length, 0),
  );
  const onResult = ({ evalCase, way }: CaseResult) => bar.advance(`${way} ${evalCase.id}`);
  const results: CaseResult[] = [];
  try {
    for (const way of ways) {
      results.push(...(await runWay(way, casesOf(way), onResult)));
    }
  } finally {
    bar.end();
  }
  return results;
}

function runWay(way: Way, cases: EvalCase[], onResult: (result: CaseResult) => void): Promise<CaseResult[]> {
  if (way === 'rules') return runCases({ cases, way, model: null, onResult });
  if (way === 'model') return runScripted(cases, onResult);
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_SMALL_MODEL: model } = process.env;
  return runLive(cases, { apiKey, baseURL, model }, onResult);
}

function pathOf(way: Way): Path {
  return way === 'live' ? 'model' : way;
}

/** A single kind is looked at, not judged: the floor is for all. */
function isBelowFloor(summaries: Summary[], isPartial: boolean): boolean {
  return !isPartial && summaries.some(({ belowFloor }) => belowFloor !== null);
}

function failuresOf(results: CaseResult[]) {
  return results
    .filter(({ score }) => !isPassed(score))
    .map(({ evalCase, way, score }) => ({ id: evalCase.id, way, split: evalCase.split, score }));
}
