import { expect, it } from 'vitest';
import { serveHttp } from './http-app.ts';

const app = serveHttp({ MEMORY_DAILY_TOKEN_LIMIT: '100' });

it('says that background work waits when the daily token limit is reached', async () => {
  expect((await app.ask('GET', '/api/health')).json).toMatchObject({ status: 'ok', degraded: [] });

  const at = new Date().toISOString();
  const tokens = { input_tokens: 90, output_tokens: 10 };
  const row = { at, operation: 'compact', model: 'm', ...tokens, session_id: null, job_id: null };
  await app.memory.transfer.import([
    { kind: 'devai-export', version: 1 },
    { kind: 'usage', row },
  ]);
  await app.memory.jobs.drain();

  expect((await app.ask('GET', '/api/health')).json).toMatchObject({
    status: 'degraded',
    degraded: [expect.stringContaining("today's limit of 100 tokens is reached")],
  });
});
