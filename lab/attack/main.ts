import { parseArgs } from 'node:util';
import { findPostgres } from '@devai/memory/testing/postgres';
import { z } from 'zod';
import type { StoreKind } from './place.ts';
import { renderReport } from './render-report.ts';
import { kindNames, runAttacks } from './run-attacks.ts';

const usage = `pnpm attack [options]

Attacks the server over its processes and sockets, on the embedded store and on Postgres, and ends with a table of what fell.

  --minutes <n>   of attacking, shared by the kinds and the stores (10); the checks behind each take up to a minute more
  --only <kinds>  some of ${kindNames.join(',')} (all)
  --store <name>  pglite or postgres (both): a database of its own on the server of TEST_DATABASE_URL, or in a container
  --seed <n>      repeats the choices of a run (random)
  --help          this text
`;

const options = z.object({
  minutes: z.coerce.number().positive().default(10),
  only: z
    .string()
    .default(kindNames.join(','))
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(kindNames))),
  store: z.enum(['pglite', 'postgres']).optional(),
  seed: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(Date.now() % 1e9),
  help: z.boolean().default(false),
});

/** Milliseconds for the clean-up. */
const cleaningUp = 20_000;

const say = (line: string) => void process.stderr.write(`${line}\n`);

try {
  await main(process.argv.slice(2));
} catch (error) {
  say(`${error instanceof Error ? error.message : String(error)}\nSee --help.`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words.filter((word) => word !== '--'),
    options: {
      minutes: { type: 'string' },
      only: { type: 'string' },
      store: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const { minutes, only: kinds, store, seed, help } = parsed.data;
  if (help) return void process.stdout.write(usage);

  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping.abort();
      setTimeout(() => process.exit(130), cleaningUp).unref(); // the servers end with their parent
    });
  }
  const postgres = store === 'pglite' ? { url: null, stop: async () => {} } : await findPostgres();
  const all: StoreKind[] = postgres.url === null ? ['pglite'] : ['pglite', 'postgres'];
  const stores = all.filter((one) => store === undefined || one === store);
  if (stores.length === 0) throw new Error('there is no Postgres server: set TEST_DATABASE_URL');
  say(`seed ${seed}`);
  try {
    const { signal: stop } = stopping;
    const tallies = await runAttacks({ kinds, minutes, seed, serverUrl: postgres.url, stores, stop, say });
    process.stdout.write(renderReport(tallies, { minutes, seed }));
    if (stop.aborted) process.exitCode = 130;
    else if (tallies.some(({ failures }) => failures.size > 0)) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}
