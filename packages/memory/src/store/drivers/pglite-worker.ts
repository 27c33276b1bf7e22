/** A thread that runs the engine of one embedded store: the engine blocks the thread that it computes in. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Log } from '../../ports.ts';
import { runEngine } from './pglite-engine.ts';
import { openPgliteFolder } from './pglite-folder.ts';
import { createMemoryEngine } from './pglite-template.ts';
import type { Row } from './store-engine.ts';

/** `data`: the folder of the engine's files; null: in memory. */
export type StoreSettings = { data: string | null };
/** Without `sql`: end the engine. */
export type Request = { number: number; sql?: string; parameters?: unknown[] };
/** The answer 0 says that the store is open. `code`: that of the error, which does not travel with it. */
export type Answer =
  | { number: number; rows: Row[] }
  | { number: number; error: unknown; code: unknown }
  | { level: keyof Log; fields: Record<string, unknown>; text: string };

const { data }: StoreSettings = workerData;
const tell = (message: Answer): void => parentPort?.postMessage(message);
const logAs =
  (level: keyof Log): Log[typeof level] =>
  (fields, text) =>
    tell({ level, fields, text });
const log: Log = {
  debug: logAs('debug'),
  info: logAs('info'),
  warn: logAs('warn'),
  error: logAs('error'),
};

const opening = open();
await answer(0, async () => {
  await opening;
  return [];
});
parentPort?.on('message', ({ number, sql, parameters }: Request) => {
  void answer(number, async () => {
    const engine = await opening;
    if (sql !== undefined) return engine.query(sql, parameters);
    await engine.end();
    return [];
  });
});

async function open() {
  const engine = data === null ? await createMemoryEngine() : await openPgliteFolder(data);
  return runEngine(engine, log, { isInFiles: data !== null });
}

async function answer(number: number, ask: () => Promise<Row[]>): Promise<void> {
  try {
    tell({ number, rows: await ask() });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    try {
      tell({ number, error, code });
    } catch {
      // what it carries cannot leave the thread
      tell({ number, error: new Error(String(error)), code });
    }
  }
}
