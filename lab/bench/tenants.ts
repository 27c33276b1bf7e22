/**
 * `pnpm bench tenants [--tenants 100]`: measures what a store costs that shares a process and a pool with others, each in a schema of its own,
 * on the server of `DATABASE_URL` or `TEST_DATABASE_URL`: milliseconds of the first opening, of a later one and of a recall, and memory.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'pg';
import { z } from 'zod';
import { ownDatabase } from '../../packages/memory/contract/test-postgres.ts';
import { createOfflineEmbedder } from '../../packages/memory/src/embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../../packages/memory/src/memory.ts';
import { openPostgresDatabase } from '../../packages/memory/src/store/drivers/postgres.ts';
import { percentile } from '../../packages/memory/testing/percentile.ts';
import { renderTable } from '../../packages/memory/testing/render-table.ts';

const usage = `pnpm bench tenants [options]

Measures what a store costs that shares a process and a pool with others, each in a schema of its own. Needs DATABASE_URL or
TEST_DATABASE_URL, of a user who may create databases.

  --tenants <n>   how many stores (100)
  --help          this text
`;

/** Connections of the pool that the stores share. */
const connections = 10;

setFlagsFromString('--expose_gc');

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { tenants: { type: 'string', default: '100' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const tenants = z.coerce.number().int().positive().parse(values.tenants);
  const url = process.env['DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error(
      'bench tenants needs DATABASE_URL or TEST_DATABASE_URL, of a user who may create databases',
    );
  const own = await ownDatabase(url);
  const pool = new Pool({ connectionString: own.url, max: connections });
  pool.on('error', () => {}); // the server ends idle connections when the database is dropped
  try {
    process.stdout.write(await measure(pool, tenants));
  } finally {
    await pool.end();
    await own.drop();
  }
}

async function measure(pool: Pool, tenants: number): Promise<string> {
  const embeddings = createOfflineEmbedder();
  const open = async (tenant: number): Promise<Memory> => {
    const database = await openPostgresDatabase({ pool, schema: `tenant_${tenant}` });
    return createMemory({ database, embeddings, users: 'many' });
  };
  const first = await timesOf(tenants, async (tenant) => (await open(tenant)).close());
  // what the code and the pool need by themselves is not part of a tenant
  await (await open(0)).close();
  const before = used();
  const opened: Memory[] = [];
  const later = await timesOf(tenants, async (tenant) => void opened.push(await open(tenant)));
  const idle = used();
  const asked = await timesOf(tenants, async (tenant) => {
    await opened[tenant]?.as('alice').recall({ text: 'What did we say of the berths?', project: 'shop' });
  });
  const busy = used();
  for (const memory of opened) await memory.close();
  const row = (what: string, ms: number[]) => [
    what,
    percentile(ms, 0.5).toFixed(1),
    percentile(ms, 0.95).toFixed(1),
  ];
  const each = (what: string, now: number) => [what, ((now - before) / tenants / 1_024).toFixed(0), ''];
  return renderTable(
    [`${tenants} tenants`, 'median', 'p95'],
    [
      row('first opening, with its tables: ms', first),
      row('later opening: ms', later),
      row('first recall of a user: ms', asked),
      each('memory of one that is open: kB', idle),
      each('after the recall: kB', busy),
    ],
    true,
  );
}

/** Bytes that are in use after a collection. */
function used(): number {
  for (let time = 0; time < 2; time += 1) runInNewContext('gc()');
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function timesOf(count: number, work: (tenant: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let tenant = 0; tenant < count; tenant += 1) {
    const start = performance.now();
    await work(tenant);
    times.push(performance.now() - start);
  }
  return times;
}
