/**
 * `pnpm bench peers`: compares DevAI's search with those of other libraries, on one Postgres server with the same
 * memories and precomputed vectors. Installs these libraries outside the repository.
 */
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { installPeers } from './peers/install-peers.ts';
import { type PeersRun, type ProjectFigures, runPeersBench } from './peers/run-peers-bench.ts';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { rowCounts, serverUrl } from './read-bench-arguments.ts';
import { renderTable } from '../../packages/memory/testing/render-table.ts';

const usage = `pnpm bench peers [options]

  --rows 1k,10k,100k   memories, one run after the other (10k)
  --rounds 4           how often each question is asked after a warm-up round (4)
  --json <file>        writes all figures
  --markdown           tables in Markdown

Needs npm, and a Postgres server at DATABASE_URL or TEST_DATABASE_URL whose user may create databases.
`;

const options = z.object({
  rows: rowCounts(1_000, 'projects have too few'),
  rounds: z.coerce.number().int().min(1).default(4),
  json: z.string().nullable().default(null),
  markdown: z.boolean().default(false),
  help: z.boolean().default(false),
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      rows: { type: 'string' },
      rounds: { type: 'string' },
      json: { type: 'string' },
      markdown: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const { rows, rounds, json, markdown, help } = parsed.data;
  const url = serverUrl();
  if (help) {
    process.stdout.write(usage);
    return;
  }
  if (url === undefined) throw new Error('needs DATABASE_URL or TEST_DATABASE_URL');

  const installed = await installPeers();
  process.stdout.write(`${installed.packages.join(', ')}: installed by npm in ${installed.folder}\n`);
  const loads = [load()];
  const bar = createProgressBar(process.stderr);
  const runs: PeersRun[] = [];
  for (const count of rows) {
    runs.push(await runPeersBench({ installed, url, rows: count, questions: 30, rounds, bar }));
    loads.push(load());
    bar.end();
  }
  process.stdout.write(`load before and after each run: ${loads.join(', ')}\n\n${render(runs, markdown)}`);
  if (json !== null) await writeFile(json, `${JSON.stringify(runs, null, 2)}\n`);
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

/** A table of p50 in ms, with the ratio to DevAI's, and one of what each found of the nearest 15. */
function render(runs: PeersRun[], markdown: boolean): string {
  const projects = runs.flatMap((run) => run.projects.map((project) => ({ rows: run.rows, project })));
  const [, ...others] = projects[0]?.project.searches.map(({ name }) => name) ?? [];
  const sizes = ['memories', 'of the project'];
  const table = (headings: string[], cells: (project: ProjectFigures) => string[]): string =>
    renderTable(
      [...sizes, ...headings],
      projects.map(({ rows, project }) => [
        rows.toLocaleString('en'),
        project.memories.toLocaleString('en'),
        ...cells(project),
      ]),
      markdown,
    );
  const times = table(["DevAI's search", 'of it the database call', ...others], timesCells);
  const recalls = table(["DevAI's recall@15, mean / worst", ...others], recallCells);
  return `${times}\n${recalls}`;
}

function timesCells({ searches: [own, ...others], databaseCall }: ProjectFigures): string[] {
  const p50 = own?.times.p50 ?? Number.NaN;
  const ratios = others.map(({ times }) => `${times.p50.toFixed(1)} (${(times.p50 / p50).toFixed(2)})`);
  return [p50.toFixed(1), databaseCall.p50.toFixed(1), ...ratios];
}

function recallCells({ searches }: ProjectFigures): string[] {
  return searches.map(
    ({ recall: { average, worst } }) => `${(average * 100).toFixed(1)} / ${(worst * 100).toFixed(0)} %`,
  );
}
