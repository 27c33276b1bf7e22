import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { answerErrorsAsProblems } from '../errors.ts';
import { guardAccess } from './access-guard.ts';

function guarded(access: Partial<Parameters<typeof guardAccess>[1]> = {}) {
  const app = fastify();
  answerErrorsAsProblems(app);
  guardAccess(app, { host: '127.0.0.1', token: null, allowedOrigins: [], ...access });
  app.get('/', () => 'inside');
  return async (headers: Record<string, string>) =>
    (await app.inject({ url: '/', headers: { host: 'localhost:3000', ...headers } })).statusCode;
}

describe('the access guard', () => {
  it('lets in who has the token, as header or as websocket sub-protocol, and nobody else', async () => {
    const token = 'correct horse battery staple';
    const ask = guarded({ host: '0.0.0.0', token });
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: 'Bearer correct horse battery stapl' })).toBe(401);
    expect(await ask({ authorization: 'Bearer ' })).toBe(401);
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
    const offered = `devai, token.${Buffer.from(token).toString('base64url')}`;
    expect(await ask({ 'sec-websocket-protocol': offered })).toBe(200);
  });

  it('refuses pages of other origins, and takes its own and the allowed ones', async () => {
    const ask = guarded({ allowedOrigins: ['https://desk.example'] });
    expect(await ask({ origin: 'https://evil.example' })).toBe(403);
    expect(await ask({ origin: 'null' })).toBe(403);
    expect(await ask({ origin: 'http://localhost:3000' })).toBe(200);
    expect(await ask({ origin: 'https://desk.example' })).toBe(200);
  });

  it('on loopback answers to no other name, so that a rebound name reaches nothing', async () => {
    const ask = guarded();
    expect(await ask({ host: 'evil.example:3000', origin: 'http://evil.example:3000' })).toBe(403);
    expect(await ask({ host: '127.0.0.1:3000' })).toBe(200);
    expect(await ask({ host: '[::1]:3000' })).toBe(200);
  });
});
