import { expect, it } from 'vitest';
import { connect } from './client.ts';

it('asks for another token when the current one cannot be sent in a request', async () => {
  let asked = 0;
  const client = connect({
    url: 'http://127.0.0.1:9',
    token: 'пароль',
    onUnauthorized: () => (asked += 1),
  });
  await expect(client.ask('GET /api/health', {})).rejects.toMatchObject({
    code: 'unauthorized',
    status: 401,
  });
  expect(asked).toBe(1);
});
