import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { ApiRequest, MemoryApi } from './memory-api.ts';
import { toolError } from './tool-error.ts';

export type HttpAddress = { url: URL; token: string | null };

/** Speaks to a server. A dead connection is told as `no_answer`; nothing is sent twice. */
export function createHttpApi({ url, token }: HttpAddress): MemoryApi {
  return {
    place: url.origin,
    isServer: true,
    cause: () => null,
    async close() {},
    async send(request, signal) {
      const answer = await send(request, signal);
      return { status: answer.statusCode ?? 0, body: answer };
    },
  };

  function send({ method, path, json, lines }: ApiRequest, signal?: AbortSignal): Promise<IncomingMessage> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const outgoing = open(
        `${url.origin}${url.pathname.replace(/\/$/, '')}${path}`,
        {
          method,
          // a connection of its own: the process ends with its last answer
          agent: false,
          headers: {
            ...(token !== null && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
            ...(lines && { 'content-type': 'application/x-ndjson' }),
          },
          ...(signal && { signal }),
        },
        resolve,
      );
      outgoing.on('error', (error) => reject(noAnswer(url, error)));
      if (lines) pipeline(lines, outgoing).catch(reject);
      else outgoing.end(body);
    });
  }
}

function noAnswer(url: URL, error: Error): Error {
  if (error.name === 'AbortError') return error;
  return toolError('no_answer', `cannot reach ${url.origin} (${reasonOf(error)})`, { cause: error });
}

/** Node's error for a name of two addresses, both refused, has no text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  if (error instanceof Error) return error.message;
  return String(error);
}
