import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectedModel, triedModel } from '@devai/fastify/protocol/model';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

const lines: string[] = [];
const world = serveChat('test', { logStream: { write: (line) => lines.push(line) }, environment: {} });
const fixed = serveChat('file', ({ model }) => ({ environment: withModel(model) }));

const key = 'sk-a-key-that-nobody-sees';
const send = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: object): Promise<Response> =>
  fetch(new URL(path, world.address), {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
/** Chats get these answers in turn; the work beside them is answered that there is no topic. */
const answerWith = (...replies: string[]): void =>
  world.model.replyWith(({ body }) =>
    isTag(body) ? noTopic : (replies.shift() ?? 'Nothing is left to say.'),
  );
const isTag = (body: unknown): boolean => JSON.stringify(body).includes('Name the topic of this work');
const topicOf = (topic: string): string => JSON.stringify({ topic, file_paths: [], directories: [] });
const noTopic = topicOf('');
const local = (model = 'llama-4') => ({ provider: 'local', model, address: world.model.baseURL, key });

describe('a model that the operator connects', () => {
  it('is tried through the server, and takes over at the next turn and after a restart; its key is never told', async () => {
    const client = await world.connect();
    expect((await client.say('hello there')).reply).toContain('offline');
    answerWith('Blue', 'I am here.', 'Still here.');
    const tried = await send('POST', '/api/model/test', local());
    expect(triedModel.parse(await tried.json())).toMatchObject({ ok: true, said: 'Blue' });
    expect((await client.say('are you offline?')).reply).not.toContain('I am here');

    const used = await (await send('PUT', '/api/model', local())).text();
    expect(connectedModel.parse(JSON.parse(used))).toMatchObject({
      ...{ offline: false, models: ['local/llama-4'], fixed: false },
      saved: { provider: 'local', model: 'llama-4', hasKey: true },
    });
    expect((await client.say('and now?')).reply).toBe('I am here.');
    const file = join(world.host.path, 'data', 'model.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(key);
    expect(world.model.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${key}`);

    await client.close();
    await world.server.stop();
    await world.start({ logStream: { write: (line) => lines.push(line) }, environment: {} });
    const again = await world.connect();
    expect(again.session).toMatchObject({ offline: false, models: ['local/llama-4'] });
    expect((await again.say('still?')).reply).toBe('Still here.');
    const shown = await (await send('GET', '/api/model')).text();
    expect([used, shown, ...lines].filter((text) => text.includes(key))).toEqual([]);

    expect(connectedModel.parse(await (await send('DELETE', '/api/model')).json())).toMatchObject({
      ...{ offline: true, saved: null },
    });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('does the work beside the turns from then on, until it is disconnected', async () => {
    const topics = async () =>
      z
        .object({ topics: z.array(z.looseObject({ topic: z.string() })) })
        .parse(await (await send('GET', '/api/focus')).json())
        .topics.map(({ topic }) => topic);
    const client = await world.connect();
    await client.say('The checkout of the shop is slow.');
    world.model.replyWith(({ body }) => (isTag(body) ? topicOf('Checkout') : 'I look into it.'));
    await send('PUT', '/api/model', local());
    await client.say('The checkout of the shop is still slow.');
    await expect.poll(topics).toContain('Checkout');
    await send('DELETE', '/api/model');
    const before = world.model.requests.length;
    await client.say('And the search of the shop is slow, too.');
    await client.close();
    await world.server.stop();
    expect(world.model.requests).toHaveLength(before);
  });

  it('is refused with a reason: a wrong key, a server that is not there, an address of another kind', async () => {
    world.model.replyTo('llama-4', { status: 401, message: `Incorrect API key provided: ${key}` });
    const refused = triedModel.parse(await (await send('POST', '/api/model/test', local())).json());
    expect(refused).toMatchObject({ ok: false, said: expect.stringContaining('key is not accepted') });
    expect(refused.said).not.toContain(key);
    const away = await send('POST', '/api/model/test', { ...local(), address: 'http://127.0.0.1:9/v1' });
    expect(triedModel.parse(await away.json())).toMatchObject({
      ...{ ok: false, said: expect.stringContaining('Nothing answers at http://127.0.0.1:9/v1') },
    });
    for (const wrong of [
      { provider: 'local', model: 'x', address: 'file:///etc/passwd' },
      { provider: 'local', model: 'x' },
      { provider: 'openai', model: 'x' },
      { provider: 'openai', model: 'x', key, address: 'http://127.0.0.1:9/v1' },
    ]) {
      expect((await send('PUT', '/api/model', wrong)).status).toBe(400);
    }
    expect(lines.some((line) => line.includes(key))).toBe(false);
  });

  it('gets the saved key only at the address that it was saved for', async () => {
    world.model.replyTo('llama-4', 'Blue');
    await send('PUT', '/api/model', local());
    const { key: _, ...same } = local();
    expect(triedModel.parse(await (await send('POST', '/api/model/test', same)).json())).toMatchObject({
      ok: true,
    });
    expect(world.model.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${key}`);
    world.model.replyTo('llama-4', 'Blue');
    const other = world.model.baseURL.replace('127.0.0.1', 'localhost');
    await send('POST', '/api/model/test', { ...same, address: other });
    expect(world.model.requests.at(-1)?.headers['authorization']).not.toContain(key);
  });

  it('does not replace those that the environment names', async () => {
    const body = { method: 'PUT', headers: { 'content-type': 'application/json' } };
    const answer = await fetch(new URL('/api/model', fixed.address), {
      ...body,
      body: JSON.stringify({ provider: 'openai', model: 'gpt-5.5', key }),
    });
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({
      ...{ status: 409, text: expect.stringContaining('environment') },
    });
  });
});
