import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../src/app.ts';
import { createLocalApp, makeLocalHost, type LocalHost } from './local-server.ts';

let host: LocalHost;
let app: App;
const lines: string[] = [];

beforeAll(async () => {
  host = await makeLocalHost();
  const logStream = { write: (line: string) => void lines.push(line) };
  app = await createLocalApp(host, {
    background: false,
    logStream,
    environment: { LOG_LEVEL: 'info' },
  });
});
afterAll(async () => {
  await app.fastify.close();
  await host.remove();
});

describe('the log of requests', () => {
  it.each(['/api/memory/search', '/api/memory/relevant', '/there/is/nothing'])(
    'names what was asked, and not what for: %s',
    async (path) => {
      lines.length = 0;
      await app.fastify.inject({ url: `${path}?q=my%20salary%20is%20confidential` });
      expect(lines.join('')).toContain(`"method":"GET","path":"${path}"`);
      expect(lines.join('')).not.toContain('salary');
    },
  );
});
