import { createMemory, type Memory, type MemorySettings } from '@devai/memory';
import { embeddedStores } from '@devai/memory/testing';
import fastify, { type FastifyInstance, type FastifyServerOptions, type InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import devai, { type DevaiOptions, type Identity } from '../src/index.ts';

export type Host = {
  app: FastifyInstance;
  memory: Memory;
  /** Registers the plugin, by default at `/memory` for whoever the header `x-user` names. */
  register: (options?: Partial<DevaiOptions>) => Promise<void>;
  /** Sends a request, of a user or of nobody. */
  ask: (user: string | null, request: InjectOptions) => Promise<Answer>;
};
export type Answer = { status: number; type: string; json: unknown };

/** Root is the operator, and Carol may use one project only. */
const identities: Record<string, Identity> = {
  root: { user: 'root', operator: true },
  carol: { user: 'carol', projects: ['Shop'] },
};

/** A Fastify API of somebody's own, with a memory of many users, for one test. */
export async function openHost(
  settings: Partial<MemorySettings> = {},
  server: FastifyServerOptions = {},
): Promise<Host> {
  const store = await embeddedStores.open();
  onTestFinished(() => store.close());
  const memory = await createMemory({ database: store.lend(), users: 'many', ...settings });
  onTestFinished(() => memory.close());
  const app = fastify(server);
  onTestFinished(() => app.close());
  return {
    app,
    memory,
    async register(options = {}) {
      await app.register(devai, {
        memory,
        prefix: '/memory',
        authenticate: ({ headers: { 'x-user': user } }) =>
          typeof user === 'string' ? (identities[user] ?? { user }) : null,
        ...options,
      });
    },
    async ask(user, request) {
      const headers = { ...request.headers, ...(user !== null && { 'x-user': user }) };
      const { statusCode, headers: answered, body } = await app.inject({ ...request, headers });
      const type = String(answered['content-type']).split(';')[0] ?? '';
      return { status: statusCode, type, json: /[/+]json$/.test(type) ? JSON.parse(body) : body };
    },
  };
}
