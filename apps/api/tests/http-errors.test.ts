import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryError } from '@devai/memory';
import { openHttpApp, serveHttp } from './http-app.ts';

const token = 'a-token-of-enough-length';

const app = serveHttp();
afterEach(() => vi.restoreAllMocks());

describe('what is wrong with a request', () => {
  it('is reported field by field', async () => {
    const answer = await app.ask('POST', '/api/memory/save', { content: '', importance: 11, colour: 'red' });
    expect(answer.type).toContain('application/problem+json');
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'invalid input',
      status: 400,
      code: 'invalid_input',
      detail: expect.stringContaining('body.importance: '),
      fields: expect.arrayContaining([
        { path: 'body.content', message: expect.any(String) },
        { path: 'body.importance', message: expect.any(String) },
        { path: 'body', message: expect.stringContaining('colour') },
      ]),
    });
  });

  it.each([
    ['{"content": ', 400, 'malformed_json'],
    ['', 400, 'malformed_json'],
    ['{"content":"x","__proto__":{"a":1}}', 400, 'malformed_json'],
    ['[]', 400, 'invalid_input'],
    ['null', 400, 'invalid_input'],
    [JSON.stringify({ content: 'x'.repeat(2_001) }), 400, 'invalid_input'],
    [JSON.stringify({ content: 'x', metadata: { a: 'x'.repeat(20_001) } }), 400, 'invalid_input'],
    [JSON.stringify({ content: 'x', tags: Array.from({ length: 51 }, String) }), 400, 'invalid_input'],
    [JSON.stringify({ content: 'x'.repeat(1_000_001) }), 413, 'too_large'],
  ])('as in %.40j, is answered', async (payload, status, code) => {
    expect(await save(payload)).toMatchObject({ status, json: { status, code } });
  });

  it.each([
    ['{"content": x}', /^the body is not JSON: .*x/],
    ['{\n"content": "a" "b"}', /^the body is not JSON: .*position 17/],
    ['{"content":"x","__proto__":{"a":1}}', /__proto__/],
    ['', /empty/],
  ])('says what is malformed in %j', async (payload, detail) => {
    expect(await save(payload)).toMatchObject({ json: { detail: expect.stringMatching(detail) } });
  });

  it.each(['text/yaml', 'text/plain'])('is answered when its type is %s', async (type) => {
    expect(await save('content: x', { 'content-type': type })).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    });
  });

  it.each([
    ['type=nope', 'expected one of "semantic"|"episodic"|"procedural"'],
    ['type=semantic&type=nope', 'expected one of "semantic"|"episodic"|"procedural"'],
    [
      'asOf=soon',
      'must be a moment (2026-03-01T10:00:00Z), a day (2026-03-01) or words ("yesterday", "2 days ago")',
    ],
  ])('says what a field may be: %s', async (query, what) => {
    const { status, json: body } = await app.ask('GET', `/api/memory?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ detail: expect.stringContaining(what) });
  });

  it.each([
    ['GET', '/api/nothing'],
    ['PUT', '/api/memory'],
    ['GET', '/api/memory/..%2f..%2fetc'],
  ] as const)('is answered when there is nothing at %s %s', async (method, url) => {
    const { status, json: body, type } = await app.ask(method, url);
    expect([400, 404]).toContain(status);
    expect(type).toContain('application/problem+json');
    expect(body).toMatchObject({ status });
  });

  it.each(['/api/memory/%E0%A4%A', '/api/memory/%'])('is answered for the address %s', async (url) => {
    expect(await app.ask('GET', url)).toMatchObject({ status: 400, json: { code: 'bad_request' } });
  });

  it('stores text with characters that a database cannot hold, without failing', async () => {
    const answer = await app.ask('POST', '/api/memory/save', { content: 'a\0b \ud800 c', tags: ['\0'] });
    expect(answer.status).toBe(201);
  });
});

describe('what fails in the server', () => {
  it('is reported without internal details', async () => {
    vi.spyOn(app.memory.as('me').jobs, 'list');
    vi.spyOn(app.memory.as('me'), 'stats').mockRejectedValue(new TypeError('at /srv/secret/path.ts'));
    const answer = await app.ask('GET', '/api/memory/stats');
    expect(answer).toMatchObject({ status: 500, json: { code: 'internal' } });
    expect(answer.body).not.toContain('secret');
  });

  it.each([
    ['database_unavailable', 503],
    ['database_failed', 500],
    ['embedding_failed', 502],
    ['closed', 503],
  ] as const)('is told as %s, without the address that failed', async (code, status) => {
    vi.spyOn(app.memory.as('me'), 'stats').mockRejectedValue(
      new MemoryError(code, 'connect 10.0.0.5:5432 as admin'),
    );
    const answer = await app.ask('GET', '/api/memory/stats');
    expect(answer).toMatchObject({ status, json: { code } });
    expect(answer.body).not.toMatch(/10\.0\.0\.5|admin/);
  });

  it('is reported as an outage when the store does not answer in time', async () => {
    vi.spyOn(app.memory.as('me'), 'stats').mockRejectedValue(new DOMException('too late', 'TimeoutError'));
    expect(await app.ask('GET', '/api/memory/stats')).toMatchObject({
      status: 503,
      json: { code: 'database_unavailable' },
    });
  });
});

describe('limits', () => {
  const from = (remoteAddress: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    app.send({ method, url, remoteAddress });

  it('let each address send 600 requests a minute, independently of others', async () => {
    for (let count = 0; count < 600; count += 1) await from('192.0.2.1', '/api/memory/jobs?limit=0');
    expect(await from('192.0.2.1', '/api/memory/jobs')).toMatchObject({
      status: 429,
      json: { code: 'rate_limited' },
    });
    expect((await from('192.0.2.2', '/api/memory/jobs')).status).toBe(200);
  });

  it.each([
    ['POST', '/api/memory/reembed'],
    ['POST', '/api/memory/scrub'],
    ['POST', '/api/memory/calibrate'],
    ['GET', '/api/memory/export'],
    ['POST', '/api/memory/import'],
  ] as const)('lets one address ask for %s %s 10 times a minute', async (method, url) => {
    for (let count = 0; count < 10; count += 1)
      expect((await from('192.0.2.3', url, method)).status).not.toBe(429);
    expect((await from('192.0.2.3', url, method)).status).toBe(429);
  });
});

describe('the token', () => {
  it('guards every route but whether the server is ready, and paths that are no route', async () => {
    const guarded = await openHttpApp({ DEVAI_API_TOKEN: token });
    const paths = Object.keys(guarded.fastify.swagger().paths ?? {});
    for (const path of [...paths, '/metrics', '/openapi.json', '/api/nothing']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        if (method === 'GET' && path === '/api/ready') continue;
        const { status, json: body } = await guarded.ask(method, path.replace('{id}', 'x'));
        expect({ path, method, status, body }).toMatchObject({
          status: 401,
          body: { code: 'unauthorized' },
        });
      }
    }
    const headers = { authorization: `Bearer ${token}` };
    expect((await guarded.send({ url: '/api/memory', headers })).status).toBe(200);
  });
});

const json = { 'content-type': 'application/json' };

const save = (payload: string, headers: Record<string, string> = json) =>
  app.send({ method: 'POST', url: '/api/memory/save', payload, headers });
