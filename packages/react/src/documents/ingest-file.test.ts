import { createServer } from 'node:http';
import { largestDocument } from '@devai/fastify/protocol/documents';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../client.ts';
import { ingestFile, largestFile, type Progress } from './ingest-file.ts';

it('reports the progress and the result', async () => {
  const result = { done: true, action: 'added', added: 2, removed: 0, document: {} };
  expect(await send(file, half, result)).toEqual({ sent: result, progress: [half.progress] });
});

it('says why it broke off', async () => {
  const error = { code: 'conflict', detail: 'another call ingests it', status: 409 };
  expect((await send(file, half, { error })).sent).toMatchObject({ code: 'conflict', message: error.detail });
  expect((await send(file, half)).sent).toMatchObject({ code: 'no_answer' });
});

it('sends nothing that the server would reject as too large', async () => {
  expect(largestFile).toBe(largestDocument);
  const large = new File([new Uint8Array(largestFile + 1)], 'large.txt');
  expect((await send(large, half)).sent).toMatchObject({ code: 'too_large' });
});

/** Sends a file to a server that answers with these lines. */
async function send(file: File, ...lines: object[]) {
  const progress: Progress[] = [];
  const server = createServer((request, response) => {
    request.resume();
    response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const client = connect({ url: `http://127.0.0.1:${port}` });
  const sent = ingestFile({ client, file, project: undefined, onProgress: (one) => progress.push(one) });
  return { sent: await sent.catch((error: unknown) => error), progress };
}

const file = new File(['# Backups'], 'backups.md');

const half = { done: false, progress: { done: 1, total: 2 } };
