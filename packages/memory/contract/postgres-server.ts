import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { PostgreSqlContainer } from '@testcontainers/postgresql';
import type { TestProject } from 'vitest/node';
import { findDocker } from './docker-engine.ts';
import { dropTestStores } from './test-postgres.ts';

export type PostgresServer = { url: string | null; stop(): Promise<void> };

const image = 'pgvector/pgvector:pg17';

/** Vitest calls this once before a full run, and what it returns after it. */
export default async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await findPostgres();
  project.provide('postgresUrl', url);
  return stop;
}

/** The Postgres server for what runs on both kinds of store, or none, which is said. */
export const findPostgres = (): Promise<PostgresServer> =>
  choosePostgres({
    env: process.env,
    dockerAnswers: async () => (await findDocker(process.env)) !== null,
    startContainer,
    dropStores: dropTestStores,
    say: (line) => process.stderr.write(`${line}\n`),
  });

/** A Postgres server that a test may crash; null without Docker. */
export async function startOwnPostgres(): Promise<PostgresServer | null> {
  if ((await findDocker(process.env)) === null) return null;
  return startContainer(image).catch((error: unknown) => {
    process.stderr.write(`Docker answers, but ${image} does not start (${String(error)})\n`);
    return null;
  });
}

/**
 * The Postgres server that the contract suite also runs on: the one of TEST_DATABASE_URL, else a container, else none, which is said.
 * With TEST_STORES=postgres there being none is an error.
 */
export async function choosePostgres(machine: {
  env: Record<string, string | undefined>;
  dockerAnswers(): Promise<boolean>;
  startContainer(image: string): Promise<PostgresServer>;
  /** Drops what the run left on a server that stays. */
  dropStores(url: string): Promise<void>;
  say(line: string): void;
}): Promise<PostgresServer> {
  const { TEST_DATABASE_URL: given = '', TEST_STORES: stores = '' } = machine.env;
  if (!['', 'postgres'].includes(stores)) {
    throw refusal(`TEST_STORES may be "postgres" or nothing, not "${stores}"`);
  }
  const none = (reason: string): PostgresServer => {
    if (stores === 'postgres') throw refusal(`TEST_STORES demands a Postgres server. ${reason}`);
    machine.say(`${reason}: what needs a Postgres server is left out.`);
    return { url: null, stop: async () => {} };
  };
  if (given !== '') return { url: given, stop: () => machine.dropStores(given) };
  if (!(await machine.dockerAnswers())) return none('No Docker and no TEST_DATABASE_URL');
  try {
    return await machine.startContainer(image);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
    return none(`Docker answers, but ${image} does not start (${reason})`);
  }
}

/** An error whose message says it all: Vitest prints no trace of it. */
function refusal(message: string): Error {
  return Object.assign(new Error(message), { stack: '' });
}

async function startContainer(name: string): Promise<PostgresServer> {
  const container = `devai-test-${process.pid}-${randomBytes(4).toString('hex')}`;
  const remover = removeAtTheEnd(container);
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true'; // a container that does what the remover does
  try {
    const started = await new PostgreSqlContainer(name)
      .withName(container)
      .withPassword(randomBytes(16).toString('hex')) // Docker publishes its port on every address of the machine
      // the databases live as long as the run: what is written need not survive the machine
      .withCommand(
        ['fsync=off', 'max_connections=200', 'shared_buffers=256MB'].flatMap((setting) => ['-c', setting]),
      )
      // The default asks through a shell. On a busy machine Docker kills that shell, its `pg_isready` becomes a child of the server, and
      // the server restarts because a child failed. Each check takes 0.2 s of processor time, all through the run.
      .withHealthCheck({
        test: ['CMD', 'pg_isready', '--host', '127.0.0.1'],
        interval: 3_000,
        timeout: 10_000,
        retries: 1_000,
      })
      .start();
    return {
      url: started.getConnectionUri(),
      async stop() {
        await started.stop();
        remover.kill();
      },
    };
  } catch (error) {
    remover.stdin.end();
    throw error;
  }
}

/** A process that removes the container when this one is gone and did not do it, be it killed or stopped with Ctrl-C. */
function removeAtTheEnd(container: string) {
  const script = fileURLToPath(new URL('processes/remove-container.ts', import.meta.url));
  const remover = spawn(process.execPath, [script, container], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl-C goes to all processes of the terminal
  });
  remover.unref();
  return remover;
}
