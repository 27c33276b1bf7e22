import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDatabase, startFaultyProxy, type FaultyProxy } from '@devai/memory/testing/postgres';
import {
  makeServerFolder,
  startServer,
  type ServerFolder,
  type ServerProcess,
} from '../../apps/api/tests/server-process.ts';

export type StoreKind = 'pglite' | 'postgres';
type Settings = NonNullable<Parameters<typeof startServer>[1]>;

/** A new store with a folder for the server's workspace and data. */
export type Place = {
  store: StoreKind;
  folder: ServerFolder;
  /** The proxy between the server and its database; null: the store is embedded. */
  proxy: FaultyProxy | null;
  /** The address of the database without the proxy; null: the store is embedded. */
  databaseUrl: string | null;
  start: (settings?: Settings) => Promise<ServerProcess>;
  /** Ends its servers and removes all of it. */
  close: () => Promise<void>;
};

/**
 * `serverUrl`: of a Postgres server whose user may create databases; for the embedded store it is not needed. `isLong`: its servers run for
 * minutes.
 */
export async function openPlace(
  store: StoreKind,
  serverUrl: string | null,
  { isLong }: { isLong: boolean },
): Promise<Place> {
  const servers: ServerProcess[] = [];
  const { folder, proxy, database } = store === 'pglite' ? await embedded() : await onServer(serverUrl ?? '');
  return {
    store,
    folder,
    proxy,
    databaseUrl: database?.url ?? null,
    async start(settings = {}) {
      const own: Record<string, string> = proxy ? { DATABASE_URL: proxy.url } : {};
      const server = await startServer(folder, {
        isLong,
        ...settings,
        environment: { ...own, ...settings.environment },
      });
      servers.push(server);
      return server;
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      proxy?.close();
      await database?.drop();
      await folder.remove();
    },
  };
}

const embedded = async () => ({ folder: await makeServerFolder(), proxy: null, database: null });

async function onServer(serverUrl: string) {
  const database = await ownDatabase(serverUrl);
  const path = await mkdtemp(join(tmpdir(), 'devai-attack-'));
  return {
    folder: { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) },
    proxy: await startFaultyProxy(database.url),
    database,
  };
}
