import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { describeProblem, HttpError } from '../errors.ts';
import { clientGone } from './client-gone.ts';

export const linesType = 'application/x-ndjson';

/** The answer of a route that streams: each line is such an object, or at its end `{ error: problem }`. */
export const lineAnswer = <Line extends z.ZodType>(line: Line) => ({
  200: {
    description:
      'one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem }',
    content: { [linesType]: { schema: line } },
  },
});

/** Milliseconds for which an answer may continue when the server stops; then its client is disconnected. */
const patience = 2_000;

/** Sends the objects that `makeLines` yields. The signal that it gets is aborted when the client leaves or the server stops. */
export type StreamLines = (
  reply: FastifyReply,
  makeLines: (signal: AbortSignal) => AsyncGenerator<object>,
) => void;

/**
 * Answers in lines of JSON (`application/x-ndjson`). What fails before its first line is an ordinary problem answer; what
 * fails later ends with a line `{ "error": problem }`. A line is made when the client has room for it.
 */
export function createStreamLines(app: FastifyInstance): StreamLines {
  const stopping = new AbortController();
  const open = new Set<ServerResponse>();
  let cutting: NodeJS.Timeout | undefined;
  // before the server waits for its answers to end
  app.addHook('preClose', async () => {
    stopping.abort(new HttpError('stopping', 'the server is shutting down'));
    cutting = setTimeout(() => {
      for (const answer of open) answer.destroy();
    }, patience).unref();
  });
  // all have ended; a timer would keep the whole server in memory
  app.addHook('onClose', async () => clearTimeout(cutting));

  return function streamLines(reply, makeLines) {
    open.add(reply.raw);
    const { socket } = reply.request.raw;
    reply.raw.once('close', () => {
      open.delete(reply.raw);
      // the answer's headers promised to keep the connection, and the server has already closed its idle ones
      if (stopping.signal.aborted) socket.end();
    });
    const signal = AbortSignal.any([clientGone(reply), stopping.signal]);
    const lines = makeLines(signal);
    lines.next().then(
      (first) => reply.type(linesType).send(Readable.from(encode(first, lines, reply.log))),
      (error: unknown) => reply.send(error),
    );
  };
}

async function* encode(
  first: IteratorResult<object>,
  lines: AsyncGenerator<object>,
  log: FastifyBaseLogger,
): AsyncGenerator<string> {
  try {
    for (let next = first; next.done !== true; next = await lines.next()) {
      yield `${JSON.stringify(next.value)}\n`;
    }
  } catch (error) {
    const problem = describeProblem(error);
    if (problem.status >= 500) log.error({ err: error }, 'an answer broke off');
    yield `${JSON.stringify({ error: problem })}\n`;
  } finally {
    await lines.return(undefined);
  }
}

/**
 * Yields the lines of a long operation: `{ done: false, progress }` while it runs, at the end `{ done: true }` with its result. A slow
 * client gets fewer lines, never outdated ones. The last progress before a failure is always sent.
 */
export async function* progressLines(
  work: (onProgress: (progress: object) => void) => Promise<object>,
): AsyncGenerator<object> {
  const latest: object[] = [];
  let ended = false;
  let news = Promise.withResolvers<void>();
  const result = work((progress) => {
    // a copy, because the work may keep counting in the object
    latest.splice(0, 1, structuredClone(progress));
    news.resolve();
  }).finally(() => {
    ended = true;
    news.resolve();
  });
  const isOver = (): boolean => ended && latest.length === 0;
  // awaited below, perhaps only after it has failed
  result.catch(() => {});
  do {
    await news.promise;
    news = Promise.withResolvers();
    for (const progress of latest.splice(0)) yield { done: false, progress };
  } while (!isOver());
  yield { done: true, ...(await result) };
}
