/**
 * Measures the background jobs under load: sessions of many users that end within a minute, half of them of one user, are extracted by some
 * processes on one store, with a model that takes its time.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openPostgresDatabase } from '../../packages/memory/src/store/drivers/postgres.ts';
import { type JobsRun, runJobsBench } from './jobs/run-jobs-bench.ts';
import { openForJobs } from './jobs/work-on-jobs.ts';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { serverUrl } from './read-bench-arguments.ts';
import { renderTable } from '../../packages/memory/testing/render-table.ts';

const usage = `pnpm bench jobs [options]

Extracts sessions of many users that ended together, half of them of one user, and shows who was served, and when.

  --driver <driver>    postgres: a database of its own on the server of DATABASE_URL or TEST_DATABASE_URL; pglite: in this process (pglite)
  --sessions <n>       sessions that end (10000 on a server, else 500)
  --users <n>          of whom they are (1000; 50)
  --processes <n,n>    that do the work, one run each (1,2,4; 1)
  --concurrency <n,n>  jobs that each runs at the same time, one run each (4)
  --latency <ms>       of each answer of the model (1000)
  --hanging <n>        users for whom the model never answers (0)
  --limit <tokens>     the daily limit of all (none)
  --seconds <n>        of work, at most (30)
  --markdown           a table in Markdown
  --help               this text
`;

const headings = [
  'processes × jobs',
  'ended in, s',
  'jobs a second',
  'claim p50 / p99 / longest, ms',
  "others' first p50 / p99, s",
  'others served',
  'jobs of the busy user',
  'out of order',
  'tokens',
];

const count = z.coerce.number().int().nonnegative();
const counts = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.int().positive()));
const options = z.object({
  driver: z.enum(['pglite', 'postgres']).default('pglite'),
  sessions: count.optional(),
  users: count.optional(),
  processes: counts.optional(),
  concurrency: counts.default([4]),
  latency: count.default(1_000),
  hanging: count.default(0),
  limit: count.nullable().default(null),
  seconds: count.default(30),
  markdown: z.boolean().default(false),
  help: z.boolean().default(false),
});
const workSettings = z.object({
  latency: count,
  hanging: count,
  concurrency: count,
  limit: count.nullable(),
});

try {
  const [first, url = '', settings = ''] = process.argv.slice(2);
  if (first === 'work') await work(url, workSettings.parse(JSON.parse(settings)));
  else await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ driver: text, sessions: text, users: text, processes: text, concurrency: text },
      ...{ latency: text, hanging: text, limit: text, seconds: text },
      ...{ markdown: { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const { driver, concurrency, help, markdown, ...given } = parsed.data;
  if (help) return void process.stdout.write(usage);
  const onServer = driver === 'postgres';
  const { sessions = onServer ? 10_000 : 500, users = onServer ? 1_000 : 50 } = given;
  const processes = onServer ? (given.processes ?? [1, 2, 4]) : [1];
  const bar = createProgressBar(process.stderr);
  const rows: string[][] = [];
  for (const number of processes) {
    for (const atOnce of concurrency) {
      const settings = { ...given, driver, url: serverUrl(), sessions, users, concurrency: atOnce, bar };
      rows.push(toRow(atOnce, await runJobsBench(number, settings)));
    }
  }
  bar.end();
  process.stdout.write(renderTable(headings, rows, markdown));
}

function toRow(concurrency: number, run: JobsRun): string[] {
  const both = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
  return [
    `${run.processes} × ${concurrency}`,
    run.ending.toFixed(0),
    run.perSecond.toFixed(1),
    `${both(run.claims)} / ${run.claims.longest.toFixed(0)}`,
    both(run.firsts),
    `${run.served} of ${run.others}`,
    String(run.ofBusyUser),
    String(run.outOfOrder),
    run.tokens.toLocaleString('en'),
  ];
}

/** One of the processes: says when it is open, begins and ends as it is told, and reports the time of its claims. */
async function work(url: string, settings: z.output<typeof workSettings>): Promise<void> {
  const database = await openPostgresDatabase({ url });
  const { start, stop } = await openForJobs(database, settings);
  process.send?.('open');
  await once(process, 'message');
  start();
  await once(process, 'message');
  process.send?.(await stop());
  process.disconnect();
}
