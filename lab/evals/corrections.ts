/**
 * `pnpm eval corrections`: users change what they stated, or only seem to, in their own words; a scripted model takes
 * each for a change, or for known. Counts what is stored rightly in the end. Exits with 1 below its floor, with 2 if it
 * could not run.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { evalStores } from './eval-stores.ts';
import { loadCases, type Kind } from './corrections/load-cases.ts';
import { renderCorrections, renderWrong } from './corrections/render-corrections.ts';
import { runCorrection, type CorrectionResult } from './corrections/run-correction.ts';
import { splits } from './recall/eval-data.ts';
import { askedShare, correctionShortfalls, scoreCorrections } from './corrections/score-corrections.ts';

const usage = `pnpm eval corrections [options]

  --half <half>        only those of that half: tuning, or held_out, by which the floors judge
  --show-failures      each case after which the store is not right; not those held out, on which nobody should tune
  --held-out           with --show-failures: those too
  --json               one JSON object instead of a table
  --markdown           the table in Markdown
`;

/** These are also run with a model that does not answer the second question. */
const alone: Kind[] = ['corrections', 'confirmations', 'negatives'];

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<number> {
  const { values: options } = parseArgs({
    args: words,
    options: {
      half: { type: 'string' },
      'show-failures': { type: 'boolean', default: false },
      'held-out': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const half = z.enum(splits).optional().safeParse(options.half);
  if (!half.success) throw new Error(`--half needs one of ${splits.join(', ')}`);
  const started = performance.now();
  const results = await runCases(half.data);
  const seconds = (performance.now() - started) / 1_000;
  const rows = scoreCorrections(results);
  const missing = correctionShortfalls(results);
  const share = askedShare(results);
  const shown = results.filter(({ about }) => options['held-out'] || about.split === 'tuning');
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ seconds, rows, askedShare: share, missing })}\n`
      : [
          renderCorrections(rows, options.markdown),
          `asked about ${(100 * share).toFixed(0)} % of the updates of a value or name\n`,
          ...(options['show-failures'] ? [renderWrong(shown)] : []),
          ...missing.map((one) => `below the floor: ${one}\n`),
          `${results.length} runs in ${seconds.toFixed(1)} s\n`,
        ].join('\n'),
  );
  return missing.length > 0 ? 1 : 0;
}

async function runCases(half: (typeof splits)[number] | undefined): Promise<CorrectionResult[]> {
  const cases = loadCases().filter(({ split }) => half === undefined || split === half);
  const runs = cases.flatMap((about) => [
    { about, isCareful: true },
    ...(alone.includes(about.kind) ? [{ about, isCareful: false }] : []),
  ]);
  const testDatabase = evalStores();
  const bar = createProgressBar(process.stderr);
  const results: CorrectionResult[] = [];
  try {
    for (const [index, { about, isCareful }] of runs.entries()) {
      bar.show(about.id, index, runs.length);
      results.push(await runCorrection(about, { testDatabase, isCareful }));
    }
    return results;
  } finally {
    bar.end();
    await testDatabase.dispose();
  }
}
