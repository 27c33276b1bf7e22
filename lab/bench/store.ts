/**
 * `pnpm bench store`: measures the store with 10,000 to 1,000,000 synthetic memories: how many of the nearest
 * memories a search finds, how long it takes compared with handwritten SQL, reinforcement, decay, import, and size.
 */
import { writeFile } from 'node:fs/promises';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { readBenchArguments, usageOf } from './read-bench-arguments.ts';
import { bareForms } from './store/bare-search.ts';
import { renderStoreReport } from './store/render-report.ts';
import { runStoreBench, type StoreFigures } from './store/run-store-bench.ts';

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<void> {
  const options = readBenchArguments(words);
  if (options.help) {
    process.stdout.write(usageOf('store'));
    return;
  }
  const bar = createProgressBar(process.stderr);
  const figures: StoreFigures[] = [];
  for (const rows of options.rows) {
    figures.push(
      await runStoreBench({
        ...options,
        rows,
        questions: 20,
        rounds: 3,
        forms: bareForms,
        imported: 5_000,
        bar,
      }),
    );
    bar.end();
    process.stdout.write(renderStoreReport(figures.slice(-1), options.markdown));
  }
  if (options.json !== null) await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`);
}
