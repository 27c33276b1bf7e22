/**
 * `pnpm eval talk`: people mention things in passing to an agent without a model, and ask for them weeks later in
 * other words. Counts what is brought back, and what is where nothing should be. Exits with 1 below its floor, with 2
 * if it could not run.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { evalStores } from './eval-stores.ts';
import { embedderNames, openEmbedder, type EmbedderName } from './open-embedder.ts';
import { splits } from './recall/eval-data.ts';
import { loadPeople } from './talk/people.ts';
import { renderTalk, renderTalkFailures } from './talk/render-talk.ts';
import { runPerson, type TalkResult } from './talk/run-person.ts';
import { scoreTalk, talkShortfalls } from './talk/score-talk.ts';

const usage = `pnpm eval talk [options]

  --embedder <name>    hash (the default) or local: the sentence model of packages/embedder-local
  --half <half>        only the people of that half: tuning, or held_out, by which the gate judges
  --show-failures      each question that was not answered as it should be; not those held out, which nobody should tune on
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
      embedder: { type: 'string', default: 'hash' },
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
  const embedder = z.enum(embedderNames).safeParse(options.embedder);
  if (!embedder.success) throw new Error(`--embedder needs one of ${embedderNames.join(', ')}`);
  const half = z.enum(splits).optional().safeParse(options.half);
  if (!half.success) throw new Error(`--half needs one of ${splits.join(', ')}`);
  const started = performance.now();
  const results = await runPeople(embedder.data, half.data);
  const seconds = (performance.now() - started) / 1_000;
  const rows = scoreTalk(results, half.data);
  const missing = talkShortfalls(rows, embedder.data);
  const shown = results.filter(({ person }) => options['held-out'] || person.split === 'tuning');
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ seconds, rows, missing })}\n`
      : [
          renderTalk(rows, options.markdown),
          ...(options['show-failures'] ? [renderTalkFailures(shown)] : []),
          ...missing.map((one) => `below the floor: ${one}\n`),
          `${results.length} questions in ${seconds.toFixed(1)} s\n`,
        ].join('\n'),
  );
  return missing.length > 0 ? 1 : 0;
}

async function runPeople(
  embedder: EmbedderName,
  half: (typeof splits)[number] | undefined,
): Promise<TalkResult[]> {
  const { embeddings, end } = openEmbedder(embedder);
  const people = loadPeople().filter(({ split }) => half === undefined || split === half);
  const testDatabase = evalStores();
  const bar = createProgressBar(process.stderr);
  const results: TalkResult[] = [];
  try {
    for (const [index, person] of people.entries()) {
      bar.show(person.name, index, people.length);
      results.push(...(await runPerson(person, { testDatabase, embeddings })));
    }
    return results;
  } finally {
    bar.end();
    await end();
    await testDatabase.dispose();
  }
}
