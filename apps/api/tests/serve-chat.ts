import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { expect } from 'vitest';
import type { z } from 'zod';
import { connectClient, type ChatClient } from './chat-client.ts';
import {
  makeLocalHost,
  startLocalServer,
  type LocalHost,
  type LocalServer,
  type LocalSettings,
} from './local-server.ts';
import { opened } from './opened.ts';

/** What a server is started with. */
export type Parts = { host: LocalHost; model: ScriptedModelServer };
type Request = { method?: 'GET' | 'POST' | 'DELETE'; body?: object };

export type ChatWorld = Readonly<Parts> & {
  /** The server that was started last. */
  readonly server: LocalServer;
  /** Its address over HTTP. */
  readonly address: string;
  /** Starts a server over what the others stored. */
  start: (settings?: LocalSettings) => Promise<LocalServer>;
  /** Connects a client that greets, to the server that was started last if no other is named. */
  connect: (hello?: Record<string, unknown>, server?: LocalServer) => Promise<ChatClient>;
  /** Sends a request of HTTP: a POST if it has a body. */
  request: (path: string, request?: Request) => Promise<Response>;
  /** What a request is answered with, which must succeed. */
  ask: <Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    request?: Request,
  ) => Promise<z.output<Schema>>;
};

/**
 * The world of a file's tests, one for each test or one for all: a host, a scripted model, and a server that listens and asks that
 * model if its environment says so. What was opened through it is closed afterwards, in reverse. With `null` for settings the tests
 * start the server themselves.
 */
export function serveChat(
  per: 'test' | 'file',
  settings: LocalSettings | ((parts: Parts) => LocalSettings | Promise<LocalSettings>) | null = {},
): ChatWorld {
  const now = opened(per, async (closing) => {
    const host = closing.adopt(await makeLocalHost(), (one) => one.remove());
    const model = closing.adopt(await startScriptedModelServer(), (one) => one.close());
    let server: LocalServer | null = null;
    const world = {
      host,
      model,
      server(): LocalServer {
        if (server === null) throw new Error('no server was started');
        return server;
      },
      async start(given?: LocalSettings): Promise<LocalServer> {
        server = closing.adopt(await startLocalServer(host, given), (one) => one.stop());
        return server;
      },
      async connect(hello?: Record<string, unknown>, to?: LocalServer): Promise<ChatClient> {
        const { url } = to ?? world.server();
        return closing.adopt(await connectClient(url, hello), (one) => one.close());
      },
    };
    if (settings !== null)
      await world.start(typeof settings === 'function' ? await settings({ host, model }) : settings);
    return world;
  });

  const address = (): string => new URL(now().server().url.replace('ws', 'http')).origin;
  const request: ChatWorld['request'] = (path, { body, method = body ? 'POST' : 'GET' } = {}) =>
    fetch(new URL(path, address()), {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  return {
    get host() {
      return now().host;
    },
    get model() {
      return now().model;
    },
    get server() {
      return now().server();
    },
    get address() {
      return address();
    },
    start: (given) => now().start(given),
    connect: (hello, server) => now().connect(hello, server),
    request,
    async ask(schema, path, asked) {
      const answer = await request(path, asked);
      expect(answer.status, path).toBe(200);
      return schema.parse(await answer.json());
    },
  };
}
