import type { InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { App } from '../src/app.ts';
import { shownMemory, type ShownMemory } from '@devai/fastify/protocol/memory';
import { createLocalApp, makeLocalHost } from './local-server.ts';
import { opened } from './opened.ts';

export type Answer = { status: number; type: string; body: string; json: unknown };

export type HttpApp = Pick<App, 'fastify' | 'memory'> & {
  /** Sends a request from an address of its own, so that the requests of one test do not count for another's limit. */
  ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => Promise<Answer>;
  send: (request: InjectOptions) => Promise<Answer>;
  /** Saves a memory with these fields. */
  save: (content: string, fields?: object) => Promise<ShownMemory>;
};

/** The real server for all tests of a file, over an empty embedded store, asked without a socket. Its own project is "taskforge". No jobs run. */
export function serveHttp(environment: Record<string, string> = {}): HttpApp {
  const now = opened('file', async (closing) => {
    const app = await startHttpApp(environment);
    closing.defer(app.close);
    return app;
  });
  return {
    get fastify() {
      return now().fastify;
    },
    get memory() {
      return now().memory;
    },
    ask: (...request) => now().ask(...request),
    send: (request) => now().send(request),
    save: (...memory) => now().save(...memory),
  };
}

/** The same for one test, which may close it before it ends. */
export async function openHttpApp(environment: Record<string, string> = {}) {
  const app = await startHttpApp(environment);
  onTestFinished(app.close);
  return app;
}

async function startHttpApp(environment: Record<string, string>) {
  const host = await makeLocalHost();
  const app = await createLocalApp(host, { environment, background: false });
  await app.fastify.ready();

  async function send(request: InjectOptions): Promise<Answer> {
    clients += 1;
    const remoteAddress = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
    const { statusCode, headers, body } = await app.fastify.inject({ remoteAddress, ...request });
    const type = headers['content-type']?.toString() ?? '';
    return { status: statusCode, type, body, json: type.includes('json;') ? JSON.parse(body) : null };
  }
  const ask: HttpApp['ask'] = (method, url, body) => send({ method, url, ...(body && { payload: body }) });
  return {
    ...app,
    send,
    ask,
    async save(content: string, fields: object = {}): Promise<ShownMemory> {
      const { json } = await ask('POST', '/api/memory/save', { content, ...fields });
      return z.object({ memory: shownMemory }).parse(json).memory;
    },
    async close(): Promise<void> {
      await app.fastify.close();
      await host.remove();
    },
  };
}

let clients = 0;

/** The objects of an answer in lines of JSON. */
export const linesOf = ({ body }: Answer): unknown[] =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
