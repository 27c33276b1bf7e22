import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foundMemory } from '../testing/model-answers.ts';
import { startScriptedModelServer, type ScriptedModelServer } from '../testing/scripted-model-server.ts';
import { createOpenAIEmbedder } from './embeddings/openai-embedder.ts';
import { createMemory } from './memory.ts';
import { createOpenAIChatModel } from './models/openai-chat-model.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devai-settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a store that is named', () => {
  it('is a folder, which another memory opens again with what was told', async () => {
    const first = await createMemory({ store: folder });
    await first.remember({ content: 'Orders are shipped on Fridays', project: 'shop' });
    await first.close();
    expect(await readdir(folder)).toContain('store');
    // what a host leaves undefined is as if it were absent
    const second = await Reflect.apply(createMemory, null, [{ store: folder, embeddings: undefined }]);
    const { block } = await second.recall({ text: 'When are orders shipped?', project: 'shop' });
    expect(block).toContain('Orders are shipped on Fridays');
    await second.close();
  });

  it.each([
    [{}, 'store: needs one of the two'],
    [{ store: '' }, 'store: '],
    [{ store: 'x', database: { call() {}, close() {} } }, 'store: needs one of the two'],
    [{ store: 'x', openai: { apiKey: 'none' } }, 'openai: needs a client'],
    [{ store: 'postgres://h:port/db' }, 'url: needs the address'],
    [
      { store: 'x', openai: new OpenAI({ apiKey: 'none', baseURL: 'http://127.0.0.1:1/v1' }) },
      'openai: which models does http://127.0.0.1:1/v1 have?',
    ],
  ])('is refused: %j', async (settings: object, problem) => {
    await expect(Reflect.apply(createMemory, null, [settings])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(problem),
    });
  });

  it('is closed when the memory cannot be made over it', async () => {
    const embeddings = createOpenAIEmbedder({ apiKey: 'none', model: 'wide', dimensions: 1_024 });
    await expect(createMemory({ store: folder, embeddings })).rejects.toThrow('1024 dimensions');
    await (await createMemory({ store: folder })).close();
  });
});

describe("a host's client of OpenAI", () => {
  let server: ScriptedModelServer;
  beforeEach(async () => {
    server = await startScriptedModelServer();
  });
  afterEach(() => server.close());

  it('asks its own address with its own headers, for extraction and for vectors', async () => {
    const seen: (string | null)[] = [];
    const client = new OpenAI({
      apiKey: 'sk-of-the-host',
      baseURL: server.baseURL,
      fetch: (url, init) => {
        seen.push(new Headers(init?.headers).get('x-team'));
        return fetch(url, init);
      },
      defaultHeaders: { 'x-team': 'shop' },
    });
    const memory = await createMemory({
      store: folder,
      models: { small: createOpenAIChatModel({ client, model: 'small' }) },
      embeddings: createOpenAIEmbedder({ client, model: 'vectors' }),
    });
    server.reply(JSON.stringify({ memories: [foundMemory('The shop ships its orders on Fridays', [1])] }));
    const { stored, job } = await memory.add(
      [
        { role: 'user', content: 'We ship all the orders of the shop on Fridays, never on other days.' },
        { role: 'assistant', content: 'Understood.' },
      ],
      { project: 'shop', session: 'chat-42' },
    );
    expect(stored).toBe(2);
    expect(job).toMatchObject({ kind: 'extract' });
    await memory.jobs.drain();
    expect(await memory.memories.list({ project: 'shop' })).toMatchObject([
      { content: 'The shop ships its orders on Fridays' },
    ]);
    expect(server.chatRequests()).toHaveLength(1);
    expect(server.embeddingRequests().length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set(['shop']));
    await memory.close();
  });

  it.each([
    ['no key and no client', { model: 'small' }],
    ['a client and a key', { model: 'small', apiKey: 'k', client: new OpenAI({ apiKey: 'none' }) }],
  ])('refuses %s', (_, settings: object) => {
    expect(() => Reflect.apply(createOpenAIChatModel, null, [settings])).toThrow('apiKey: needs either');
    expect(() => Reflect.apply(createOpenAIEmbedder, null, [settings])).toThrow('apiKey: needs either');
  });
});

it('goes on in the same conversation by its name, for each user apart', async () => {
  const memory = await createMemory({ store: folder, users: 'many' });
  const said = [{ role: 'user' as const, content: 'I am a nurse in Berlin.' }];
  const of = { user: 'alice', session: 'chat-42' };
  const first = await memory.add(said, of);
  const again = await memory.add([...said, { role: 'assistant' as const, content: 'Noted.' }], of);
  expect([first.stored, again.stored, again.session.id]).toEqual([1, 1, first.session.id]);
  expect(memory.for({ user: 'alice', session: 'chat-42' }).sessionId).toBe(first.session.id);
  const bobs = await memory.add(said, { ...of, user: 'bob' });
  expect(bobs.session.id).not.toBe(first.session.id);
  await expect(memory.add(said)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'add: needs a user',
  });
  await memory.close();
});
