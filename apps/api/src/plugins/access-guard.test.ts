import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { answerAsProblem, HttpError } from '@devai/fastify/errors';
import { createIdentify } from '@devai/fastify/users/identify';
import type { IdentityProvider } from '../users/identity-provider.ts';
import { guardAccess } from './access-guard.ts';
import { limitRequests } from './request-limit.ts';

const token = 'correct horse battery staple';

describe('the access guard', () => {
  it('admits only requests with the token, as header or as websocket sub-protocol', async () => {
    const { ask } = await guarded({ host: '0.0.0.0', token });
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: 'Bearer correct horse battery stapl' })).toBe(401);
    expect(await ask({ authorization: 'Bearer ' })).toBe(401);
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
    const offered = `devai, token.${Buffer.from(token).toString('base64url')}`;
    expect(await ask({ 'sec-websocket-protocol': offered })).toBe(200);
  });

  it('allows an address a few wrong tokens, then refuses it for a minute, and logs it once', async () => {
    const { ask, logged } = await guarded({ host: '0.0.0.0', token });
    for (let guess = 0; guess < 30; guess += 1) {
      expect(await ask({ authorization: `Bearer wrong ${guess}` })).toBe(401);
    }
    const rest = await Promise.all(
      Array.from({ length: 200 }, () => ask({ authorization: 'Bearer wrong again' })),
    );
    expect(new Set(rest)).toEqual(new Set([429]));
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(429);
    expect(await ask({ authorization: `Bearer ${token}` }, '192.0.2.2')).toBe(200);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('192.0.2.1');
    expect(logged[0]).not.toContain('wrong again');
  });

  it('refuses pages of other origins, and admits its own and the allowed ones', async () => {
    const { ask } = await guarded({ allowedOrigins: ['https://desk.example'] });
    expect(await ask({ origin: 'https://evil.example' })).toBe(403);
    expect(await ask({ origin: 'null' })).toBe(403);
    expect(await ask({ origin: 'http://localhost:3000' })).toBe(200);
    expect(await ask({ origin: 'https://desk.example' })).toBe(200);
  });

  it('on loopback answers to no other host name, so that DNS rebinding reaches nothing', async () => {
    const { ask } = await guarded();
    expect(await ask({ host: 'evil.example:3000', origin: 'http://evil.example:3000' })).toBe(403);
    expect(await ask({ host: '127.0.0.1:3000' })).toBe(200);
    expect(await ask({ host: '[::1]:3000' })).toBe(200);
  });
});

describe('the guard of a server of many users', () => {
  const provider: IdentityProvider = {
    async identify(given) {
      const [, user = ''] = given.split('.');
      if (user === 'expired') throw new HttpError('unauthorized', 'the token is refused: it has expired');
      return { user };
    },
  };
  const many = { users: 'many', provider, token } as const;
  const of = (user: string) => ({ authorization: `Bearer x.${user}.y` });

  it('counts requests by user, not by address', async () => {
    const { ask } = await guarded(many);
    for (let request = 0; request < 600; request += 1) expect(await ask(of('alice'))).toBe(200);
    expect(await ask(of('alice'), '192.0.2.9')).toBe(429);
    expect(await ask(of('bob'))).toBe(200);
    const operator = { authorization: `Bearer ${token}` };
    expect(await ask({ ...operator, 'x-devai-user': 'alice' })).toBe(429);
    expect(await ask(operator)).toBe(200);
  });

  it('takes an expired token for no guess, so that others at the address are admitted', async () => {
    const { ask } = await guarded(many);
    for (let request = 0; request < 40; request += 1) expect(await ask(of('expired'))).toBe(401);
    expect(await ask(of('alice'))).toBe(200);
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
  });

  it('believes nobody but the operator who names a user', async () => {
    const { ask } = await guarded(many);
    expect(await ask({ ...of('bob'), 'x-devai-user': 'alice' })).toBe(403);
    expect(await ask({ 'x-devai-user': 'alice' })).toBe(401);
    const alone = await guarded({ token });
    const operator = { authorization: `Bearer ${token}` };
    expect(await alone.ask({ ...operator, 'x-devai-user': 'alice' })).toBe(400);
    expect(await alone.ask({ ...operator, 'x-devai-user': 'me' })).toBe(200);
  });
});

async function guarded(access: Partial<Parameters<typeof guardAccess>[1]> = {}) {
  const logged: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line) => logged.push(line) } } });
  app.setErrorHandler(answerAsProblem);
  app.decorateRequest('caller');
  await limitRequests(app, access.users);
  const authenticate = guardAccess(app, {
    ...{
      host: '127.0.0.1',
      token: null,
      metricsToken: null,
      allowedOrigins: [],
      users: 'one',
      provider: null,
    },
    ...access,
  });
  const identify = createIdentify(authenticate, access.users ?? 'one');
  app.addHook('onRequest', async (request, reply) => {
    request.caller = await identify(request, reply);
  });
  app.get('/', () => 'inside');
  const ask = async (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    (await app.inject({ url: '/', remoteAddress, headers: { host: 'localhost:3000', ...headers } }))
      .statusCode;
  return { ask, logged };
}
