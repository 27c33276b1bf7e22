/**
 * `pnpm bench context`: measures the context of a message, with ten stored messages for each memory and a session
 * that has 2 % of them. The embedding request is not measured: its answers are cached in the warm-up round.
 */
import { writeFile } from 'node:fs/promises';
import { runContextBench, type ContextRun } from './context/run-context-bench.ts';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { readBenchArguments, usageOf } from './read-bench-arguments.ts';
import { renderTable } from '../../packages/memory/testing/render-table.ts';

const headings = [
  'memories',
  'messages',
  'driver',
  'context',
  'its store calls',
  'ratio',
  'keep',
  'search messages',
];

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<void> {
  const options = readBenchArguments(words);
  if (options.help) {
    process.stdout.write(usageOf('context'));
    return;
  }
  const bar = createProgressBar(process.stderr);
  const runs: ContextRun[] = [];
  for (const rows of options.rows)
    runs.push(await runContextBench({ ...options, rows, questions: 30, rounds: 3, bar }));
  bar.end();
  process.stdout.write(renderTable(headings, runs.map(toRow), options.markdown));
  if (options.json !== null) await writeFile(options.json, `${JSON.stringify(runs, null, 2)}\n`);
}

function toRow({ memories, messages, driver, context, calls, keep, search }: ContextRun): string[] {
  const both = ({ p50, p95 }: { p50: number; p95: number }): string =>
    `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
  return [
    memories.toLocaleString('en'),
    messages.toLocaleString('en'),
    driver,
    both(context),
    both(calls),
    (context.p50 / calls.p50).toFixed(2),
    both(keep),
    both(search),
  ];
}
