import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScriptedModelServer, type ScriptedModelServer } from './index.ts';

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer();
});
afterAll(() => server.close());

test('answers for one model wait for it, others go to whoever asks next', async () => {
  server.replyTo('large', 'for the large one');
  server.reply('for anybody');
  expect(await ask('small')).toContain('for anybody');
  expect(await ask('large')).toContain('for the large one');
  expect(server.unused()).toBe(0);
});

test('a handler answers what the queue does not, and can do anything', async () => {
  server.replyWith(({ body }) => ({ text: JSON.stringify(body).includes('small') ? 'little' : 'much' }));
  server.reply('first the queue');
  expect(await ask('small')).toContain('first the queue');
  expect(await ask('small')).toContain('little');
  server.replyWith(null);
});

test('an unscripted request is refused with a message', async () => {
  expect(await ask('small')).toContain('no answer was scripted');
});

test('closing does not wait for a hanging request', async () => {
  const other = await startScriptedModelServer();
  other.reply({ hang: true });
  const request = fetch(`${other.baseURL}/chat/completions`, { method: 'POST', body: '{}' }).catch(
    () => 'cut',
  );
  while (other.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await other.close();
  expect(await request).toBe('cut');
});

async function ask(model: string): Promise<string> {
  const response = await fetch(`${server.baseURL}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
  return await response.text();
}
