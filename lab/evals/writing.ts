/**
 * `pnpm eval writing`: runs labelled conversations through extraction and deduplication, and counts what was lost,
 * what is junk, and which memories were wrongly invalidated. Exits with 1 if a path is below its floor, with 2 if it
 * could not run.
 */
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { paths } from './writing/eval-case.ts';
import { readArguments, usage } from './writing/read-arguments.ts';
import { renderFailures, renderReport } from './writing/render-report.ts';
import type { CaseResult, Way } from './writing/run-cases.ts';
import { casesOf, type WaySettings } from './writing/run-way.ts';
import { runWays } from './writing/run-ways.ts';
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
  const ways: Way[] = options.live ? ['live'] : [...paths];
  const started = performance.now();
  const results = await runAll(ways, options);
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
  return isBelowFloor(summaries, options.kind !== null || options.half === 'tuning') ? 1 : 0;
}

async function runAll(ways: Way[], settings: WaySettings): Promise<CaseResult[]> {
  const total = ways.reduce((sum, way) => sum + casesOf(way, settings).length, 0);
  const bar = createProgressBar(process.stderr);
  let done = 0;
  try {
    return await runWays(ways, settings, ({ evalCase, way }) => {
      done += 1;
      bar.show(`${way} ${evalCase.id}`, done, total);
    });
  } finally {
    bar.end();
  }
}

/** One kind, or the half without the held-out cases, is not judged: the floor is for those of all kinds. */
function isBelowFloor(summaries: Summary[], isPartial: boolean): boolean {
  return !isPartial && summaries.some(({ belowFloor }) => belowFloor !== null);
}

function failuresOf(results: CaseResult[]) {
  return results
    .filter(({ score }) => !isPassed(score))
    .map(({ evalCase, way, score }) => ({ id: evalCase.id, way, split: evalCase.split, score }));
}
