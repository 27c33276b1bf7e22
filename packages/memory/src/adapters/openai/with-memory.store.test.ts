import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, project } from '../../../testing/open-world.ts';
import {
  startScriptedModelServer,
  type ScriptedModelServer,
} from '../../../testing/scripted-model-server.ts';
import { MemoryError } from '../../errors.ts';
import { withMemory } from './with-memory.ts';

const world = openWorld();
let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer();
});
afterAll(() => server.close());

const clientOf = () => new OpenAI({ apiKey: 'none', baseURL: server.baseURL, maxRetries: 0 });
const ask = (content: string) => ({ model: 'm', messages: [{ role: 'user' as const, content }] });

describe('a client with memory', () => {
  it('recalls for the next session what one was told, and stores both sides', async () => {
    const memory = await world.openMemory();
    const monday = memory.for({ project, session: 'monday' });
    server.reply('Noted.');
    await withMemory(clientOf(), monday).chat.completions.create(
      ask('remember this: the staging database listens on 6543'),
    );
    const tuesday = memory.for({ project, session: 'tuesday' });
    server.reply('On 6543.');
    const { choices } = await withMemory(clientOf(), tuesday).chat.completions.create({
      ...ask('On which port does the staging database listen?'),
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'On which port does the staging database listen?' },
      ],
    });
    expect(choices[0]?.message.content).toBe('On 6543.');
    expect(server.requests.at(-1)?.body).toMatchObject({
      messages: [
        { role: 'system', content: expect.stringMatching(/^Be short\.\n\n[^]*listens on 6543/) },
        { role: 'user', content: 'On which port does the staging database listen?' },
      ],
    });
    const stored = await memory.sessions.messages(tuesday.sessionId);
    expect(stored.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'On which port does the staging database listen?'],
      ['assistant', 'On 6543.'],
    ]);
    expect(stored[1]?.metadata['recalled']).toHaveLength(1);
  });

  it('stores a stream once it was read to its end, and gives its parts unchanged', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    const client = withMemory(clientOf(), chat);
    server.reply({
      text: 'A longer answer in parts.',
      toolCalls: [{ id: 'c1', name: 'look', arguments: '{"at":1}' }],
    });
    const stream = await client.chat.completions.create({ ...ask('Look.'), stream: true });
    let text = '';
    for await (const part of stream) text += part.choices[0]?.delta.content ?? '';
    expect(text).toBe('A longer answer in parts.');
    server.reply('cut off by the reader');
    for await (const _ of await client.chat.completions.create({ ...ask('And?'), stream: true })) break;
    expect(await memory.sessions.messages(chat.sessionId)).toMatchObject([
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: text, toolCalls: [{ id: 'c1', name: 'look', arguments: '{"at":1}' }] },
      { role: 'user', content: 'And?' },
    ]);
  });

  it('stores the steps of a turn with tools once, with one recall', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    const client = withMemory(clientOf(), chat);
    const call = { id: 'c1', type: 'function' as const, function: { name: 'look', arguments: '{}' } };
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Look it up.' }];
    server.reply({ toolCalls: [{ id: 'c1', name: 'look', arguments: '{}' }] });
    await client.chat.completions.create({ model: 'm', messages });
    messages.push(
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'found' },
    );
    server.reply({ status: 500, message: 'down' });
    await expect(client.chat.completions.create({ model: 'm', messages })).rejects.toThrow('down');
    server.reply('Here it is.');
    await client.chat.completions.create({ model: 'm', messages });
    expect(await memory.sessions.messages(chat.sessionId)).toMatchObject([
      { role: 'user', content: 'Look it up.' },
      { role: 'assistant', type: 'tool_call' },
      { role: 'tool', content: 'found', toolCallId: 'c1' },
      { role: 'assistant', content: 'Here it is.' },
    ]);
  });

  it('keeps a failing memory from failing the call, and tells', async () => {
    const lent = world.lend();
    let isAway = false;
    const database: typeof lent = {
      ...lent,
      async call(name, args) {
        if (isAway) throw new MemoryError('database_unavailable', 'the store is away');
        return lent.call(name, args);
      },
    };
    const memory = await world.openMemory({ database });
    const told: string[] = [];
    isAway = true;
    const client = withMemory(clientOf(), memory.for({ project }), {
      onDegraded: (all) => told.push(...all),
    });
    server.reply('Hello!');
    const { choices } = await client.chat.completions.create(ask('Hello?'));
    isAway = false;
    expect(choices[0]?.message.content).toBe('Hello!');
    expect(told).toEqual([
      expect.stringContaining('nothing was recalled: the store is away'),
      expect.stringContaining('the reply was not stored: the store is away'),
    ]);
  });

  it('keeps users apart, redacts what it stores, and keeps concurrent calls of a session apart', async () => {
    const memory = await world.openMemory({ users: 'many' });
    const client = (user: string) => withMemory(clientOf(), memory.for({ user, project, session: 's' }));
    const alice = client('alice');
    server.replyWith(() => 'Yes.');
    await Promise.all([
      alice.chat.completions.create(ask('remember this: my shoe size is 39')),
      alice.chat.completions.create(ask('My key is sk-proj-4f9aK2mQ8xZ1bC7dE3gH5jL6nP0rS2tU4vW6yA8B')),
    ]);
    await client('bob').chat.completions.create(ask('What is my shoe size?'));
    expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain('39');
    await client('alice').chat.completions.create(ask('What is my shoe size?'));
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('my shoe size is 39');
    expect(await world.everyRow()).not.toContain('4f9aK2mQ8xZ1');
    const { sessionId } = memory.for({ user: 'alice', project, session: 's' });
    expect(await memory.as('alice').sessions.messages(sessionId)).toHaveLength(6);
  });

  it('passes an aborted signal on, and everything else through', async () => {
    const memory = await world.openMemory();
    const own = clientOf();
    const client = withMemory(own, memory.for({ project }));
    const signal = AbortSignal.abort(new Error('the user left'));
    const before = server.requests.length;
    await expect(client.chat.completions.create(ask('Hello?'), { signal })).rejects.toThrow('the user left');
    expect(server.requests).toHaveLength(before);
    expect(client.baseURL).toBe(own.baseURL);
    expect(client.chat.completions).toBe(client.chat.completions);
    const { data } = await client.embeddings.create({ model: 'e', input: 'a text', dimensions: 512 });
    expect(data).toHaveLength(1);
    server.reply('Hi.');
    const { data: answer, response } = await client.chat.completions.create(ask('Hi?')).withResponse();
    expect([response.status, answer.choices[0]?.message.content]).toEqual([200, 'Hi.']);
    server.reply('Raw.');
    expect(await (await client.chat.completions.create(ask('Raw?')).asResponse()).text()).toContain('Raw.');
  });
});

describe('responses', () => {
  const output = (id: string, items: object[]) => ({
    id,
    object: 'response',
    status: 'completed',
    output: items,
  });
  const said = (text: string) => ({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  });

  it('goes on with the turn of the response that a request continues', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    await memory.remember({ content: 'The staging database listens on 6543.', project });
    const bodies: object[] = [];
    const call = { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' };
    const answers = [output('r1', [call]), output('r2', [said('On 6543.')])];
    const client = withMemory(
      {
        responses: {
          async create(body: object) {
            bodies.push(body);
            return answers[bodies.length - 1];
          },
        },
      },
      chat,
    );
    await client.responses.create({ instructions: 'Be short.', input: 'On which port does staging listen?' });
    await client.responses.create({
      previous_response_id: 'r1',
      input: [{ type: 'function_call_output', call_id: 'c1', output: 'port 6543' }],
    });
    for (const body of bodies)
      expect(body).toMatchObject({ instructions: expect.stringContaining('listens on 6543') });
    expect(await memory.sessions.messages(chat.sessionId)).toMatchObject([
      { role: 'user', content: 'On which port does staging listen?' },
      { role: 'assistant', toolCalls: [{ id: 'c1', name: 'look' }] },
      { role: 'tool', content: 'port 6543' },
      { role: 'assistant', content: 'On 6543.' },
    ]);
  });

  it('stores a completed stream', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    async function* events() {
      yield { type: 'response.output_text.delta', delta: 'Fri' };
      yield { type: 'response.completed', response: output('r1', [said('Fridays.')]) };
    }
    const create = async (_body: { input: string; stream: true }) => events();
    const stream = await withMemory({ responses: { create } }, chat).responses.create({
      input: 'When do we ship?',
      stream: true,
    });
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types).toEqual(['response.output_text.delta', 'response.completed']);
    expect((await memory.sessions.messages(chat.sessionId)).at(-1)).toMatchObject({ content: 'Fridays.' });
  });
});
