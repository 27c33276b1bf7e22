/**
 * `pnpm bench documents`: measures ingesting documents, until they are stored and until the last vector is computed,
 * and searching them. `--rows` counts chunks. The vector of a question is computed beforehand.
 */
import { writeFile } from 'node:fs/promises';
import { runDocumentsBench, type DocumentsRun } from './documents/run-documents-bench.ts';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { readBenchArguments, usageOf } from './read-bench-arguments.ts';
import { renderTable } from '../../packages/memory/testing/render-table.ts';

const headings = ['chunks', 'driver', 'ingested a second', 'with vectors', 'search', 'by hand', 'ratio'];

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<void> {
  const options = readBenchArguments(words);
  if (options.help) {
    process.stdout.write(usageOf('documents').replace('memories', 'chunks'));
    return;
  }
  const bar = createProgressBar(process.stderr);
  const runs: DocumentsRun[] = [];
  for (const rows of options.rows)
    runs.push(await runDocumentsBench({ ...options, rows, questions: 60, rounds: 3, bar }));
  bar.end();
  process.stdout.write(renderTable(headings, runs.map(toRow), options.markdown));
  if (options.json !== null) await writeFile(options.json, `${JSON.stringify(runs, null, 2)}\n`);
}

function toRow({ chunks, driver, stored, embedded, search, byHand }: DocumentsRun): string[] {
  const both = ({ p50, p95 }: { p50: number; p95: number }): string =>
    `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
  return [
    chunks.toLocaleString('en'),
    driver,
    stored.toFixed(0),
    embedded.toFixed(0),
    both(search),
    both(byHand),
    (search.p50 / byHand.p50).toFixed(2),
  ];
}
