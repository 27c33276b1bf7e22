/**
 * `pnpm bench load`: how many turns and extractions per second 1, 2 and 4 server processes do on one Postgres server, through PgBouncer where it
 * is installed, and who is busy meanwhile. The models answer at once, so that only the servers and the store are measured.
 */
import { readdir, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { factText } from '@devai/memory/testing';
import { administer, hasPgBouncer, ownDatabase, startPgBouncer } from '@devai/memory/testing/postgres';
import { z } from 'zod';
import { environmentOf, startFactModel } from '../../apps/api/testing/fact-model.ts';
import { connectClient } from '../../apps/api/tests/chat-client.ts';
import { makeServerFolder, startServer, type ServerProcess } from '../../apps/api/tests/server-process.ts';

const usage = `pnpm bench load [options]

Turns and extractions per second of several server processes on one Postgres server. Needs DATABASE_URL or TEST_DATABASE_URL, of a user who may
create databases.

  --processes <n,n>   how many servers, one run each (1,2,4)
  --chats <n>         chats at the same time, shared out among the servers (16)
  --seconds <n>       of talk in each run (20)
  --direct            without PgBouncer
  --help              this text
`;

/** Connections of PgBouncer to the server. */
const pooled = 20;
/** Turns of one session. After half of them, and at their end, what was said is extracted. */
const sessionLength = 8;
/** Processor time is counted in hundredths of a second. */
const ticks = 100;
const counted = z.tuple([z.object({ n: z.coerce.number() })]);

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    chats: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '20' },
    direct: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

type Figures = {
  turns: number;
  extractions: number;
  seconds: number;
  latencies: number[];
  servers: number;
  postgres: number | null;
};

if (values.help) process.stdout.write(usage);
else await main();

async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error('bench load needs DATABASE_URL or TEST_DATABASE_URL, of a user who may create databases');
  const count = z.coerce.number().int().positive();
  const [chats, seconds] = [count.parse(values.chats), count.parse(values.seconds)];
  const isPooled = !values.direct && hasPgBouncer();
  process.stdout.write(
    `| processes | turns/s | p50 / p95, ms | extractions/s | processor seconds per second: servers | Postgres |\n` +
      `| ---: | ---: | ---: | ---: | ---: | ---: |\n`,
  );
  for (const processes of values.processes.split(',').map((text) => count.parse(text))) {
    const figures = await measure(url, { processes, chats, seconds, isPooled });
    process.stdout.write(rowOf(processes, figures));
  }
  process.stdout.write(
    `${chats} chats, ${seconds} s each, ${isPooled ? `PgBouncer with ${pooled} connections` : 'direct'}\n`,
  );
}

async function measure(
  url: string,
  {
    processes,
    chats,
    seconds,
    isPooled,
  }: { processes: number; chats: number; seconds: number; isPooled: boolean },
): Promise<Figures> {
  const own = await ownDatabase(url);
  const pooler = isPooled ? await startPgBouncer(own.url, { mode: 'transaction', size: pooled }) : null;
  const model = await startFactModel(() => 'Understood.');
  const folders = await Promise.all(Array.from({ length: processes }, () => makeServerFolder()));
  const servers: ServerProcess[] = [];
  try {
    const environment = {
      ...environmentOf(model),
      DATABASE_URL: pooler?.url ?? own.url,
      MEMORY_EXTRACT_EVERY: String(sessionLength),
    };
    // the first one migrates the store
    for (const folder of folders) servers.push(await startServer(folder, { environment }));
    const busyBefore = await busyOf(servers, own.url);
    const started = performance.now();
    const latencies: number[] = [];
    const isOver = () => performance.now() - started > seconds * 1_000;
    await Promise.all(
      Array.from({ length: chats }, async (_, chat) =>
        talk(servers[chat % servers.length]?.url ?? '', chat, isOver, latencies),
      ),
    );
    const lasted = (performance.now() - started) / 1_000;
    const busyAfter = await busyOf(servers, own.url);
    return {
      turns: latencies.length,
      extractions: await countExtractions(own.url),
      seconds: lasted,
      latencies,
      servers: busyAfter.servers - busyBefore.servers,
      postgres:
        busyAfter.postgres === null || busyBefore.postgres === null
          ? null
          : busyAfter.postgres - busyBefore.postgres,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await model.close();
    await pooler?.close();
    await own.drop();
    await Promise.all(folders.map((folder) => folder.remove()));
  }
}

/** One session after the other, until the time is over. */
async function talk(url: string, chat: number, isOver: () => boolean, latencies: number[]): Promise<void> {
  for (let session = 0; !isOver(); session += 1) {
    const client = await connectClient(url);
    for (let turn = 0; turn < sessionLength && !isOver(); turn += 1) {
      const asked = performance.now();
      await client.say(factText(chat * 100_000 + session * sessionLength + turn));
      latencies.push(performance.now() - asked);
    }
    await client.close();
  }
}

async function countExtractions(url: string): Promise<number> {
  const done = `select count(*) as n from public.devai_jobs where kind = 'extract' and status = 'done'`;
  const [{ n }] = counted.parse(await administer(url, done));
  return n;
}

/** Seconds of processor time so far: of the servers, and of the processes of Postgres that serve the database, if they run on this machine. */
async function busyOf(
  servers: ServerProcess[],
  url: string,
): Promise<{ servers: number; postgres: number | null }> {
  const own = (await Promise.all(servers.map(({ pid }) => secondsOf(pid)))).reduce(
    (sum, one) => sum + one,
    0,
  );
  const name = new URL(url).pathname.slice(1);
  const pids = (await readdir('/proc').catch(() => [])).filter((entry) => /^\d+$/u.test(entry));
  const lines = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')] as const),
  );
  const backends = lines.filter(([, line]) => line.startsWith('postgres:') && line.includes(name));
  if (backends.length === 0) return { servers: own, postgres: null };
  const theirs = await Promise.all(backends.map(([pid]) => secondsOf(Number(pid))));
  return { servers: own, postgres: theirs.reduce((sum, one) => sum + one, 0) };
}

async function secondsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / ticks;
}

function rowOf(
  processes: number,
  { turns, extractions, seconds, latencies, servers, postgres }: Figures,
): string {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  const perSecond = (value: number): string => (value / seconds).toFixed(1);
  const busy = [perSecond(servers), postgres === null ? 'not here' : perSecond(postgres)];
  return `| ${processes} | ${perSecond(turns)} | ${at(0.5)} / ${at(0.95)} | ${perSecond(extractions)} | ${busy.join(' | ')} |\n`;
}
