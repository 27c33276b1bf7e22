import { MemoryError } from '@devai/memory';
import { describe, expect, it } from 'vitest';
import { HttpError, type Authenticate, type Identity } from '../src/index.ts';
import { openHost } from './open-host.ts';

const me = { url: '/memory/api/me' };

describe('who asks', () => {
  it.each([undefined, null, true, 'open'])('must be said: %j is refused at registration', async (given) => {
    const { register } = await openHost();
    const authenticate: Authenticate = JSON.parse(JSON.stringify(given ?? null));
    await expect(register({ authenticate })).rejects.toThrow(/^authenticate: must be a function/);
  });

  it('may be left open for a memory of one user only, who is then its operator', async () => {
    const many = await openHost();
    await expect(many.register({ authenticate: 'unguarded' })).rejects.toThrow("`users: 'many'`");
    const one = await openHost({ users: 'one' });
    await one.register({ authenticate: 'unguarded' });
    expect(await one.ask(null, me)).toMatchObject({ json: { user: 'me', isOperator: true, users: 'one' } });
  });

  it('has a name, an end and projects, as the store names them', async () => {
    const { register, ask } = await openHost();
    const expiresAt = new Date('2040-01-01');
    const projects = new Set(['Shop', 'task%', ' ']);
    await register({ authenticate: () => ({ user: 'alice', name: 'Alice', projects, expiresAt }) });
    expect(await ask(null, me)).toMatchObject({
      json: {
        ...{ user: 'alice', name: 'Alice', isOperator: false, expiresAt: expiresAt.toISOString() },
        projects: ['shop', expect.stringMatching(/^task-[\da-f]{10}$/)],
      },
    });
  });

  it.each([
    ['null', () => null, 401, 'unauthorized'],
    ['an error', () => Promise.reject(new Error('expired')), 401, 'unauthorized'],
    [
      'a status',
      () => Promise.reject(Object.assign(new Error('no'), { statusCode: 401 })),
      401,
      'unauthorized',
    ],
    ['another', () => Promise.reject(Object.assign(new Error('no'), { statusCode: 403 })), 403, 'forbidden'],
    [
      'a limit',
      () => Promise.reject(Object.assign(new Error('no'), { statusCode: 429 })),
      429,
      'rate_limited',
    ],
    ['a fault', () => Promise.reject(Object.assign(new Error('no'), { statusCode: 503 })), 500, 'internal'],
    ['the library', () => Promise.reject(new MemoryError('conflict', 'no')), 409, 'conflict'],
    ['a refusal', () => Promise.reject(new HttpError('forbidden_origin', 'no')), 403, 'forbidden_origin'],
    // what does not say who asks opens nothing
    ['no user', () => JSON.parse('{}'), 500, 'internal'],
    ['a blank user', () => ({ user: '' }), 500, 'internal'],
    ['a misspelt field', () => JSON.parse('{ "user": "alice", "project": ["shop"] }'), 500, 'internal'],
    ['a text for projects', () => JSON.parse('{ "user": "alice", "projects": "shop" }'), 500, 'internal'],
    ['the user of the operator', () => ({ user: 'me' }), 500, 'internal'],
  ] as [string, () => Identity | null | Promise<Identity>, number, string][])(
    'is answered for %s',
    async (_, authenticate, status, code) => {
      const { register, ask } = await openHost();
      await register({ authenticate });
      const answer = await ask(null, me);
      expect(answer).toMatchObject({ status, type: 'application/problem+json', json: { code } });
      expect(JSON.stringify(answer.json)).not.toMatch(/expired|misspelt|shop/);
    },
  );

  it('is logged when the check itself fails', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const { register, ask } = await openHost({}, { logger: { level: 'warn', stream } });
    await register({
      authenticate() {
        throw new TypeError('the sessions of the host cannot be read');
      },
    });
    expect((await ask(null, me)).status).toBe(401);
    expect(lines.join('')).toContain('the sessions of the host cannot be read');
  });
});
