import { describe, expect, it } from 'vitest';
import { serveHttp } from './http-app.ts';

const page = 'https://desk.example';
const authorization = 'Bearer correct horse battery staple';

const app = serveHttp({
  DEVAI_ALLOWED_ORIGINS: `${page}, https://other.example`,
  DEVAI_API_TOKEN: 'correct horse battery staple',
});

describe('a web page of an allowed origin', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'may use %s, as the preflight says without a token',
    async (method) => {
      const { statusCode, headers } = await send('OPTIONS', {
        origin: page,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type',
      });
      expect(statusCode).toBe(204);
      expect(headers['access-control-allow-origin']).toBe(page);
      expect(headers['access-control-allow-methods']).toContain(method);
      expect(headers['access-control-allow-headers']).toBe('authorization, content-type');
      expect(headers.vary).toContain('Origin');
    },
  );

  it('may read answers, including refusals', async () => {
    const answer = await send('GET', { origin: page, authorization });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(page);
    const refusal = await send('GET', { origin: page });
    expect(refusal.statusCode).toBe(401);
    expect(refusal.headers['access-control-allow-origin']).toBe(page);
  });
});

describe('a web page of another origin', () => {
  it('gets no permission from the preflight, and is refused', async () => {
    const origin = 'https://evil.example';
    const preflight = await send('OPTIONS', { origin, 'access-control-request-method': 'PUT' });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    const request = await send('GET', { origin, authorization });
    expect(request.statusCode).toBe(403);
    expect(request.headers['access-control-allow-origin']).toBeUndefined();
  });
});

const send = (method: 'GET' | 'PUT' | 'OPTIONS', headers: Record<string, string>) =>
  app.fastify.inject({ method, url: '/api/focus', headers: { host: 'localhost:3000', ...headers } });
