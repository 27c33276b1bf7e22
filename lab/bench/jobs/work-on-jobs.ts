import { createOfflineEmbedder } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import { createMemory } from '../../../packages/memory/src/memory.ts';
import type { Database } from '../../../packages/memory/src/ports.ts';
import { slowModel } from './slow-model.ts';

export type WorkSettings = {
  latency: number;
  hanging: number;
  concurrency: number;
  /** Tokens per day; null: no limit. */
  limit: number | null;
};

/** Opens a memory for the background work of one process. `stop` ends the work, and returns the milliseconds of each claim. */
export async function openForJobs(
  database: Database,
  { latency, hanging, concurrency, limit }: WorkSettings,
): Promise<{ start: () => void; stop: () => Promise<number[]> }> {
  const claims: number[] = [];
  const timed: Database = {
    ...database,
    async call(name, args) {
      const start = performance.now();
      const result = await database.call(name, args);
      if (name === 'claim_job') claims.push(performance.now() - start);
      return result;
    },
  };
  const memory = await createMemory({
    database: timed,
    embeddings: createOfflineEmbedder(),
    models: { small: slowModel({ latency, hanging }) },
    users: 'many',
    options: { jobs: { concurrency }, usage: { dailyTokenLimit: limit } },
  });
  return {
    start: () => void memory.start(),
    async stop() {
      await memory.close();
      return claims;
    },
  };
}
