import { MemoryError } from '@devai/memory/errors';
import type { App } from './app.ts';
import { buildPage } from './page/build-page.ts';
import { readConfig, type Config } from './config.ts';
import { ConfigError, defaultPort } from './environment.ts';
import { createLog } from './create-log.ts';
import { openStore } from './open-store.ts';
import { describeStore } from '@devai/fastify/protocol/describe-store';
import { storePlace } from './store-place.ts';

/** Milliseconds that an orderly shutdown may take before the process ends anyway. */
const shutdownLimit = 15_000;

/** A log for people at a terminal: one coloured line for each entry, with its fields below. */
const readable = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true };

/** Serves the API until a signal ends it, or until the reader of its output has left (`| head`). */
export async function serve(): Promise<void> {
  const config = readConfig();
  const log = createLog(
    config,
    process.stdout.isTTY ? (await import('pino-pretty')).default(readable) : undefined,
  );
  // the store opens in a thread of its own while the rest of the server is loaded
  const database = openStore(config, log);
  database.catch(() => {}); // `createApp` waits for it and throws it; until then nobody listens
  const { createApp } = await import('./app.ts');
  const app = await createApp(config, { database, log, onProgress: say });
  stopInOrder(app);
  try {
    await app.fastify.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.fastify.close();
    throw error;
  }
  say(describeStart(config, await storePlace(config), app));
  app.fastify.server.once('close', buildPage(say));
}

function describeStart(config: Config, place: string, { fastify, models, memory, notices }: App): string {
  const lines = [
    `DevAI listens on ${listeningAt(fastify)}`,
    `  store   ${describeStore({ kind: config.store.kind, place })} (embedder ${memory.store.embedder})`,
    models.offline
      ? '  models  offline: replies show what is remembered; connect a model on the page, or set OPENAI_API_KEY or ZAI_API_KEY'
      : `  models  ${models.names.join(', ')}`,
    `  chat    npx --yes pnpm chat${config.port === defaultPort ? '' : ` --url ${listeningAt(fastify)}`}   (in a second terminal)`,
    `  page    ${listeningAt(fastify)}`,
  ];
  return [...lines, ...notices().map((notice) => `  note    ${notice}`)].join('\n');
}

function listeningAt(fastify: App['fastify']): string {
  const address = fastify.server.address();
  if (address === null || typeof address === 'string') return String(address);
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

function stopInOrder({ fastify }: App): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    say('stopping …');
    setTimeout(() => process.exit(1), shutdownLimit).unref();
    fastify.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.stdout.on('error', stop);
}

const hints: Record<string, string> = {
  EADDRINUSE: 'Another program uses the port: stop it, or set PORT to a free one.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  EACCES: 'set DEVAI_DATA and WORKSPACE_ROOT to folders that this user can write, or PORT above 1023.',
  EPERM: 'set DEVAI_DATA and WORKSPACE_ROOT to folders that this user can write.',
  EROFS: 'set DEVAI_DATA and WORKSPACE_ROOT to folders that can be written.',
  ENOTDIR: 'set DEVAI_DATA and WORKSPACE_ROOT to folders: part of the path is a file.',
  ENOENT: 'set DEVAI_DATA and WORKSPACE_ROOT to folders that can be made.',
  EEXIST: 'set DEVAI_DATA and WORKSPACE_ROOT to folders: a file stands there.',
  ENOSPC: 'the disk is full.',
  database_unavailable:
    'Check that the database runs and can be reached from here, and the address in DATABASE_URL or SUPABASE_URL.',
};

/** Says what went wrong at the start and what to do; adds a stack only where the reason is unknown. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const hint = hints[codeOf(error.cause)] ?? hints[codeOf(error)];
  if (hint !== undefined) return `${error.message}\n${hint}`;
  const isKnown = error instanceof ConfigError || error instanceof MemoryError;
  return isKnown ? error.message : (error.stack ?? error.message);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Reports why the server could not continue, and ends the process. */
export function fail(error: unknown): never {
  process.stderr.write(`DevAI could not continue: ${explain(error)}\n`);
  process.exit(1);
}
