import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { ownDatabase, postgresUrl } from '@devai/memory/testing/postgres';
import { opened } from './opened.ts';
import { makeServerFolder, startServer, type ServerFolder, type ServerProcess } from './server-process.ts';

type Settings = Parameters<typeof startServer>[1];

export type ProcessWorld = {
  readonly folder: ServerFolder;
  readonly model: ScriptedModelServer;
  /** The server that was started last. */
  readonly server: ServerProcess;
  /** Starts another one over what the last one stored. */
  start: () => Promise<void>;
};

/**
 * For each test of a file a folder, a scripted model, and the server in a process of its own, which is killed afterwards. `database`: on
 * a Postgres server where there is one, which starts sooner than the embedded store; for tests to which the store does not matter.
 */
export function serveProcess(
  settings: (parts: { folder: ServerFolder; model: ScriptedModelServer }) => Settings | Promise<Settings>,
  { database = 'embedded' }: { database?: 'embedded' | 'any' } = {},
): ProcessWorld {
  const serverUrl = postgresUrl();
  const now = opened('test', async (closing) => {
    const folder = closing.adopt(await makeServerFolder(), (one) => one.remove());
    const model = closing.adopt(await startScriptedModelServer(), (one) => one.close());
    const own =
      database === 'any' && serverUrl !== null
        ? closing.adopt(await ownDatabase(serverUrl), (one) => one.drop())
        : null;
    const given = await settings({ folder, model });
    const environment = { ...given?.environment, ...(own && { DATABASE_URL: own.url }) };
    const start = async () =>
      closing.adopt(await startServer(folder, { ...given, environment }), (one) => one.kill());
    return { folder, model, start, server: await start() };
  });
  return {
    get folder() {
      return now().folder;
    },
    get model() {
      return now().model;
    },
    get server() {
      return now().server;
    },
    async start() {
      now().server = await now().start();
    },
  };
}
