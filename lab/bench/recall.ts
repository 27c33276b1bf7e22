/**
 * `pnpm bench recall`: measures `memory.recall` with 10,000 to 100,000 memories and the offline embedder, and
 * compares it with handwritten SQL for the same search.
 */
import { writeFile } from 'node:fs/promises';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { readBenchArguments, usageOf } from './read-bench-arguments.ts';
import { renderRecallReport } from './recall/render-recall-report.ts';
import { type RecallRun, runRecallBench } from './recall/run-recall-bench.ts';

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<void> {
  const options = readBenchArguments(words);
  if (options.help) {
    process.stdout.write(usageOf('recall'));
    return;
  }
  const bar = createProgressBar(process.stderr);
  const runs: RecallRun[] = [];
  for (const rows of options.rows) {
    runs.push(await runRecallBench({ ...options, rows, questions: 30, rounds: 4, bar }));
    bar.end();
  }
  process.stdout.write(renderRecallReport(runs, options.markdown));
  if (options.json !== null) await writeFile(options.json, `${JSON.stringify(runs, null, 2)}\n`);
}
