import { Worker } from 'node:worker_threads';
import type { CaseResult, Way } from './run-cases.ts';
import type { WaySettings } from './run-way.ts';

/** Runs several ways at the same time, each in a thread. Rejects with the first failure. */
export async function runWays(
  ways: Way[],
  settings: WaySettings,
  onResult: (result: CaseResult) => void,
): Promise<CaseResult[]> {
  const results = await Promise.all(ways.map((way) => runInThread(way, settings, onResult)));
  return results.flat();
}

function runInThread(
  way: Way,
  settings: WaySettings,
  onResult: (result: CaseResult) => void,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const worker = new Worker(new URL('./way-worker.ts', import.meta.url), {
    workerData: { way, ...settings },
  });
  return new Promise((resolve, reject) => {
    worker.on('message', (result: CaseResult) => {
      results.push(result);
      onResult(result);
    });
    worker.on('error', reject);
    worker.on('exit', (code) =>
      code === 0 ? resolve(results) : reject(new Error(`the thread of ${way} ended with ${code}`)),
    );
  });
}
