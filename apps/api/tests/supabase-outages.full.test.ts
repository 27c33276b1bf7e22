import { disturbSupabase, supabaseStores } from '@devai/memory/testing/supabase';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { chatThroughOutage } from './chat-through-outage.ts';
import { serveChat } from './serve-chat.ts';

const answering =
  (status: number, body: object | string, headers: Record<string, string> = {}) =>
  async (): Promise<Response> =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers },
    });

describe('a store over Supabase’s API', () => {
  let store: Awaited<ReturnType<typeof supabaseStores.open>>;
  beforeAll(async () => {
    store = await supabaseStores.open();
    return () => store.close();
  });
  const world = serveChat('file', () => ({ database: store.lend() }));
  afterEach(() => disturbSupabase(null));

  it.each<[string, () => Promise<Response>]>([
    [
      'does not know its functions',
      answering(404, { code: 'PGRST202', message: 'Could not find the function in the schema cache' }),
    ],
    ['has lost its database', answering(503, { code: 'PGRST002', message: 'Retrying.' })],
    ['is not there', answering(521, '<!DOCTYPE html><title>Web server is down</title>')],
    ['is paused', answering(540, { message: 'Project paused' })],
    ['is busy', answering(429, { message: 'Too Many Requests' }, { 'retry-after': '30' })],
    ['refuses an expired key', answering(401, { code: 'PGRST301', message: 'JWT expired' })],
    ['answers a page of its gateway', answering(200, '<html>Sign in to continue</html>')],
    ['cuts the connection', () => Promise.reject(new TypeError('fetch failed'))],
  ])('that %s loses no message, and the chat goes on and says so', async (_, answer) => {
    await chatThroughOutage(world, {
      begin: () => disturbSupabase(answer),
      end: () => disturbSupabase(null),
    });
  });
});
