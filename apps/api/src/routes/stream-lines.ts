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
    description: 'one JSON object a line; a failure in mid-stream is a last line { "error": Problem }',
    content: { [linesType]: { schema: line } },
  },
});

/** Milliseconds for an answer to end when the server stops; a client that neither reads nor writes is cut off then. */
const patience = 2_000;

/** Sends the objects that `makeLines` yields. Its signal is aborted when the client leaves or the server stops. */
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
  // before the server waits for its answers to end
  app.addHook('preClose', async () => {
    stopping.abort(new HttpError('stopping', 'the server stops'));
    setTimeout(() => {
      for (const answer of open) answer.destroy();
    }, patience).unref();
  });

  return function streamLines(reply, makeLines) {
    open.add(reply.raw);
    const { socket } = reply.request.raw;
    reply.raw.once('close', () => {
      open.delete(reply.raw);
      // its headers promised to keep the connection, and the server has closed the idle ones already
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
 * The lines of long work: `{ done: false, progress }` while it goes on, at the end `{ done: true }` with its result. A slow
 * client gets fewer lines, never old ones; the last progress before a failure is always told.
 */
export async function* progressLines(
  work: (onProgress: (progress: object) => void) => Promise<object>,
): AsyncGenerator<object> {
  const latest: object[] = [];
  let ended = false;
  let news = Promise.withResolvers<void>();
  const result = work((progress) => {
    // a copy: the work may go on counting in it
    latest.splice(0, 1, structuredClone(progress));
    news.resolve();
  }).finally(() => {
    ended = true;
    news.resolve();
  });
  const isOver = (): boolean => ended && latest.length === 0;
  // it is awaited below, maybe later than it fails
  result.catch(() => {});
  do {
    await news.promise;
    news = Promise.withResolvers();
    for (const progress of latest.splice(0)) yield { done: false, progress };
  } while (!isOver());
  yield { done: true, ...(await result) };
}
