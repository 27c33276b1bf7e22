import { MemoryError } from '@devai/memory';
import { createApp, type App } from './app.ts';
import { ConfigError, defaultPort, readConfig, type Config } from './config.ts';

/** Milliseconds that an orderly shutdown may take before the process ends anyway. */
const shutdownLimit = 15_000;

async function main(): Promise<void> {
  const config = readConfig();
  const app = await createApp(config);
  stopOnSignals(app);
  try {
    await app.fastify.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.fastify.close();
    throw error;
  }
  say(describeStart(config, app));
}

function describeStart(config: Config, { fastify, models, memory }: App): string {
  const lines = [
    `DevAI listens on ${listeningAt(fastify)}`,
    `  store   ${describeStore(config)} (embedder ${memory.store.embedder})`,
    models.offline
      ? '  models  offline: replies show what is remembered; set OPENAI_API_KEY or ZAI_API_KEY for a real model'
      : `  models  ${models.names.join(', ')}`,
    `  chat    npx --yes pnpm chat${config.port === defaultPort ? '' : ` --url ${listeningAt(fastify)}`}`,
  ];
  return [...lines, ...memory.notices().map((notice) => `  note    ${notice}`)].join('\n');
}

function describeStore({ store, dataFolder }: Config): string {
  switch (store.kind) {
    case 'pglite':
      return `embedded Postgres under ${dataFolder}`;
    case 'postgres':
      return `Postgres at ${new URL(store.url).host}`;
    case 'supabase':
      return `Supabase at ${new URL(store.url).host}`;
  }
}

function listeningAt(fastify: App['fastify']): string {
  const address = fastify.server.address();
  if (address === null || typeof address === 'string') return String(address);
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

function stopOnSignals({ fastify }: App): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      say('stopping …');
      setTimeout(() => process.exit(1), shutdownLimit).unref();
      fastify.close().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
}

const hints: Record<string, string> = {
  EADDRINUSE: 'Another program uses the port: stop it, or set PORT to a free one.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  EACCES: 'set DEVAI_DATA and WORKSPACE_ROOT to folders that this user can write, or PORT above 1023.',
  EPERM: 'set DEVAI_DATA and WORKSPACE_ROOT to folders that this user can write.',
  EROFS: 'set DEVAI_DATA and WORKSPACE_ROOT to folders that can be written.',
  ENOTDIR: 'set DEVAI_DATA and WORKSPACE_ROOT to folders: part of the path is a file.',
  EEXIST: 'set DEVAI_DATA and WORKSPACE_ROOT to folders: a file stands there.',
  ENOSPC: 'the disk is full.',
};

/** What went wrong at the start and what to do, without a stack where the reason is known. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const hint = hints[codeOf(error)] ?? hints[codeOf(error.cause)];
  if (hint !== undefined) return `${error.message}\n${hint}`;
  const isKnown = error instanceof ConfigError || error instanceof MemoryError;
  return isKnown ? error.message : (error.stack ?? error.message);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(error: unknown): never {
  process.stderr.write(`DevAI could not go on: ${explain(error)}\n`);
  process.exit(1);
}

main().catch(fail);
