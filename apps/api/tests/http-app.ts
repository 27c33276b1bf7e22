import type { MemoryOptionOverrides } from '@devai/memory';
import type { InjectOptions } from 'fastify';
import type { App } from '../src/app.ts';
import { createLocalApp, makeLocalHost } from './local-server.ts';

export type Answer = { status: number; type: string; body: string; json: unknown };

export type HttpApp = App & {
  /** Sends a request from an address of its own, so that the requests of one test do not count for another's limit. */
  ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => Promise<Answer>;
  send: (request: InjectOptions) => Promise<Answer>;
  /** Starts to listen for chat clients. Returns the address that they connect to. */
  listen: () => Promise<string>;
  close: () => Promise<void>;
};

let clients = 0;

/** The real server over an empty embedded store, asked without a socket. Its own project is "taskforge". No jobs run. */
export async function openHttpApp(
  environment: Record<string, string> = {},
  memoryOptions: MemoryOptionOverrides = {},
): Promise<HttpApp> {
  const host = await makeLocalHost();
  const app = await createLocalApp(host, { environment, options: memoryOptions, background: false });
  await app.fastify.ready();

  async function send(request: InjectOptions): Promise<Answer> {
    clients += 1;
    const remoteAddress = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
    const { statusCode, headers, body } = await app.fastify.inject({ remoteAddress, ...request });
    const type = headers['content-type']?.toString() ?? '';
    return { status: statusCode, type, body, json: type.includes('json;') ? JSON.parse(body) : null };
  }
  return {
    ...app,
    send,
    ask: (method, url, body) => send({ method, url, ...(body && { payload: body }) }),
    async listen() {
      const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
      return `${address.replace('http', 'ws')}/ws/chat`;
    },
    async close() {
      await app.fastify.close();
      await host.remove();
    },
  };
}

/** The objects of an answer in lines of JSON. */
export const linesOf = ({ body }: Answer): unknown[] =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
