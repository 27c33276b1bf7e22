import { mkdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveChat } from './serve-chat.ts';

let page: string;
const world = serveChat('file', ({ host }) => {
  page = join(host.path, 'page');
  mkdirSync(page);
  return { page, background: false, environment: { DEVAI_API_TOKEN: 'correct horse battery staple' } };
});

describe('the page', () => {
  it('is announced until it is built, and served from then on', async () => {
    const promised = await get('/');
    expect(promised.statusCode).toBe(503);
    expect(promised.body).toContain('is being built');
    await mkdir(join(page, 'assets'));
    await writeFile(join(page, 'index.html'), '<!doctype html><title>DevAI</title>');
    await writeFile(join(page, 'assets', 'main-1a2b.js'), 'export {};');
    await writeFile(join(page, 'assets', 'main-1a2b.js.gz'), gzipSync('export {};'));
    const built = await get('/');
    expect(built.statusCode).toBe(200);
    expect(built.body).toContain('<title>DevAI</title>');
    expect(built.headers['cache-control']).toBe('no-cache');
  });

  it('needs no token, although its requests do', async () => {
    expect((await get('/assets/main-1a2b.js')).statusCode).toBe(200);
    expect((await get('/api/health')).statusCode).toBe(401);
    expect((await get('/openapi.json')).statusCode).toBe(401);
  });

  it('may run scripts and send requests only from and to its own server', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('has files that browsers cache, and gives access to no other file', async () => {
    expect((await get('/assets/main-1a2b.js')).headers['cache-control']).toContain('immutable');
    await writeFile(join(page, 'secret'), 'x');
    for (const path of [
      '/assets/../secret',
      '/assets/%2e%2e/secret',
      '/assets/..%2fsecret',
      '/assets/none.js',
    ]) {
      expect((await get(path)).statusCode, path).toBeGreaterThanOrEqual(400);
    }
  });

  it('is sent compressed to clients that accept it', async () => {
    const headers = { host: 'localhost:3000', 'accept-encoding': 'gzip, br' };
    const answer = await world.server.fastify.inject({ url: '/assets/main-1a2b.js', headers });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
    });
    expect(gunzipSync(answer.rawPayload).toString()).toBe('export {};');
  });

  it('is served under no host name but the server’s own', async () => {
    const { statusCode } = await world.server.fastify.inject({ url: '/', headers: { host: 'evil.example' } });
    expect(statusCode).toBe(403);
  });
});

const get = (url: string) => world.server.fastify.inject({ url, headers: { host: 'localhost:3000' } });
