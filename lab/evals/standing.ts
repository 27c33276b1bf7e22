/**
 * `pnpm eval standing`: people tell who they are, how they want answers and what always holds, and weeks later make
 * requests that do not mention it. Counts the facts that are in the prompt where they matter. Exits with 1 below its
 * floor, with 2 if it could not run.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { evalStores } from './eval-stores.ts';
import { embedderNames, openEmbedder, type EmbedderName } from './open-embedder.ts';
import { splits } from './recall/eval-data.ts';
import { loadPeople, loadPreferences } from './standing/people.ts';
import { renderMissing, renderStanding } from './standing/render-standing.ts';
import { runPerson, type StandingResult } from './standing/run-person.ts';
import { scoreStanding, standingShortfalls } from './standing/score-standing.ts';

const usage = `pnpm eval standing [options]

  --embedder <name>    local (the default): the sentence model of packages/embedder-local; or hash
  --half <half>        only those of that half: tuning, or held_out, by which the floors judge
  --show-failures      each fact that a prompt lacked; not of those held out, on whom nobody should tune
  --held-out           with --show-failures: those too
  --json               one JSON object instead of a table
  --markdown           the table in Markdown
`;

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
      embedder: { type: 'string', default: 'local' },
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
  const embedder = z.enum(embedderNames).safeParse(options.embedder);
  if (!embedder.success) throw new Error(`--embedder needs one of ${embedderNames.join(', ')}`);
  const half = z.enum(splits).optional().safeParse(options.half);
  if (!half.success) throw new Error(`--half needs one of ${splits.join(', ')}`);
  const started = performance.now();
  const results = await runPeople(embedder.data, half.data);
  const seconds = (performance.now() - started) / 1_000;
  const rows = scoreStanding(results);
  const missing = standingShortfalls(rows);
  const shown = results.filter(({ person }) => options['held-out'] || person.split === 'tuning');
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ seconds, rows, missing })}\n`
      : [
          renderStanding(rows, options.markdown),
          ...(options['show-failures'] ? [renderMissing(shown)] : []),
          ...missing.map((one) => `below the floor: ${one}\n`),
          `${results.length} requests in ${seconds.toFixed(1)} s\n`,
        ].join('\n'),
  );
  return missing.length > 0 ? 1 : 0;
}

async function runPeople(
  embedder: EmbedderName,
  half: (typeof splits)[number] | undefined,
): Promise<StandingResult[]> {
  const { embeddings, end } = openEmbedder(embedder);
  const people = loadPeople().filter(({ split }) => half === undefined || split === half);
  const preferences = loadPreferences();
  const testDatabase = evalStores();
  const bar = createProgressBar(process.stderr);
  const results: StandingResult[] = [];
  try {
    for (const [index, person] of people.entries()) {
      bar.show(person.name, index, people.length);
      results.push(...(await runPerson(person, { testDatabase, embeddings, preferences })));
    }
    return results;
  } finally {
    bar.end();
    await end();
    await testDatabase.dispose();
  }
}
