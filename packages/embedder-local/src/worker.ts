/** A thread that loads one model and embeds texts with it, because inference blocks its thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { setImmediate } from 'node:timers/promises';
import type { KnownModel } from './models.ts';
import { openSentenceModel, type Meaning } from './sentence-model.ts';

export type WorkerSettings = { folder: string; model: KnownModel };
/** Texts to embed; without texts: the request with this number was cancelled. */
export type Request = { number: number; texts?: string[] };
export type Answer = { number: number; meanings: Meaning[] } | { number: number; error: string };

const { folder, model }: WorkerSettings = workerData;
// a failure ends the thread
const opened = await openSentenceModel(folder, model);

const wanted = new Set<number>();
/** Resolves after the last run: the engine takes one at a time. */
let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', ({ number, texts }: Request) => {
  if (texts === undefined) {
    wanted.delete(number);
    return;
  }
  wanted.add(number);
  void answer(number, texts).then((message) => {
    if (wanted.delete(number)) parentPort?.postMessage(message);
  });
});

/** Embeds texts. Requests take turns text by text, so a question does not wait for a whole batch. */
async function answer(number: number, texts: string[]): Promise<Answer> {
  try {
    const meanings: Meaning[] = [];
    for (const text of texts) {
      // lets messages in
      await setImmediate();
      if (!wanted.has(number)) break;
      const run = last.then(() => opened.embed(text));
      last = run.catch(() => {});
      meanings.push(await run);
    }
    return { number, meanings };
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) };
  }
}
