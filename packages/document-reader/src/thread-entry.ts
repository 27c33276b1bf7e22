import { parentPort } from 'node:worker_threads';
import type { Answer, Source } from './answer.ts';
import { readDocument } from './read-document.ts';
import { UnreadableDocument } from './unreadable-document.ts';

parentPort?.on('message', (source: Source) => {
  void answer(source).then((message) => parentPort?.postMessage(message));
});

async function answer(source: Source): Promise<Answer> {
  try {
    return { document: await readDocument(source) };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { reason: error.reason, message: error.message };
    return { message: String(error) };
  }
}
