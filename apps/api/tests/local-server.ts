import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryOptionOverrides } from '@devai/memory';
import { embeddedStores, type OpenTestDatabase, type ScriptedModelServer } from '@devai/memory/testing';
import { createApp, type App, type AppOverrides } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/create-log.ts';
import { embeddingsOf } from './embeddings-of.ts';

export { startShortLivedEngines } from '@devai/memory/testing';

/** A folder for a server's workspace (project "taskforge") and data, and an empty store. */
export type LocalHost = { path: string; store: OpenTestDatabase; remove: () => Promise<void> };
export type LocalServer = App & { url: string; stop: () => Promise<void> };

export type LocalSettings = {
  options?: MemoryOptionOverrides;
  environment?: Record<string, string>;
  /** Where the log goes, line by line; absent: nowhere. */
  logStream?: { write(line: string): void };
} & Pick<AppOverrides, 'background' | 'clock' | 'database' | 'page'>;

export async function makeLocalHost(): Promise<LocalHost> {
  const path = await mkdtemp(join(tmpdir(), 'devai-test-'));
  await mkdir(join(path, 'data'));
  const store = await embeddedStores.open();
  return {
    path,
    store,
    async remove() {
      await store.close();
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The environment of a server that asks this model. */
export const withModel = (model: ScriptedModelServer) => ({
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: model.baseURL,
});

/** The real server without a process and a store of its own; listens to nothing. Ends by `fastify.close()`. */
export function createLocalApp(host: LocalHost, settings: LocalSettings = {}): Promise<App> {
  const { options, environment, logStream, ...overrides } = settings;
  const config = readConfig({
    PORT: '0',
    DEVAI_DATA: join(host.path, 'data'),
    WORKSPACE_ROOT: join(host.path, 'taskforge'),
    ...(logStream ? {} : { LOG_LEVEL: 'silent' }),
    ...embeddingsOf(environment),
    ...environment,
  });
  return createApp(config, {
    database: host.store.lend(),
    ...overrides,
    log: createLog(config, logStream),
    poll: 250,
    ...(options && { memoryOptions: options }),
  });
}

/** Starts that server on a free port. Another one over the same host finds what it stored. */
export async function startLocalServer(host: LocalHost, settings: LocalSettings = {}): Promise<LocalServer> {
  const app = await createLocalApp(host, settings);
  const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...app,
    url: `${address.replace('http', 'ws')}/ws/chat`,
    stop: () => app.fastify.close(),
  };
}
