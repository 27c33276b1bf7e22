import type { Database } from '@devai/memory';
import type { ScriptedAnswer, ScriptedModelServer } from '@devai/memory/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ChatClient } from './chat-client.ts';
import { withModel, type LocalSettings } from './local-server.ts';
import { serveChat, type Parts } from './serve-chat.ts';

/** What the chat model answers, call by call; then it says "Fine." */
let answers: (ScriptedAnswer | (() => Promise<ScriptedAnswer>))[];

const world = serveChat('test', scripted);
let client: ChatClient;

beforeEach(async () => {
  client = await world.connect();
});

describe('a running conversation from which something is forgotten', () => {
  it('no longer sends it, even if it is forgotten while a message is being stored', async () => {
    const store = world.host.store.lend();
    let meanwhile = async (): Promise<unknown> => null;
    const database: Database = {
      ...store,
      async call(name, args) {
        if (name === 'append_messages') await meanwhile();
        return store.call(name, args);
      },
    };
    const other = await world.start({ database, environment: environmentOf(world.model) });
    const talking = await world.connect();
    const { session } = talking.session;
    await talking.say('Hello');
    const { memory } = await other.memory.remember({ content: 'my locker code is 4711', project: null });
    await other.memory.contexts.chooseMemories(session, 'pinned', [memory.id], true);
    await talking.say('Is it a good one?');
    expect(sent().at(-1)).toContain('4711');
    meanwhile = async () => {
      meanwhile = async () => null;
      await other.memory.memories.forget(memory.id);
    };
    await talking.say('What else do you know?');
    expect(sent().at(-1)).not.toContain('4711');
  });

  it('no longer sends it', async () => {
    answers.push('Noted: your locker code is 4711.');
    const id = await remember('my locker code is 4711');
    await client.say('Is it a good one?');
    expect(sent().at(-1)).toContain('4711');
    await erase(id);
    await client.say('What else do you know?');
    expect(sent().at(-1)).not.toContain('4711');
    expect(sent().at(-1)).toContain('Is it a good one?');
  });

  it('no longer sends it from the step after the tool call on', async () => {
    const id = await remember('my locker code is 4711');
    const other = await world.connect();
    answers.push(call('recall', { query: 'locker code' }), call('forget', { id }), 'Forgotten.');
    const turn = other.say('What is my locker code? Forget it, please.');
    const request = await other.next('approval_request');
    expect(request).toMatchObject({ tool: 'forget', preview: 'forget for good: my locker code is 4711' });
    other.send({ type: 'approve', id: request.id, decision: 'once' });
    const { reply, frames } = await turn;
    expect(reply).toBe('Forgotten.');
    expect(frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame.ok] : []))).toEqual([true, true]);
    const [asked, recalled, forgotten] = sent().slice(-3);
    expect(asked).toContain('4711');
    expect(recalled).toContain('4711');
    expect(forgotten).not.toContain('4711');
    expect(forgotten).toContain('Forget it, please.');
  });

  it('remembers it again when the user takes back what the agent forgot', async () => {
    const id = await remember('my locker code is 4711');
    answers.push(call('forget', { id }), 'Forgotten.');
    const turn = client.say('It is not needed any more.');
    const request = await client.next('approval_request');
    client.send({ type: 'approve', id: request.id, decision: 'once' });
    await turn;
    const contents = async () => (await world.server.memory.memories.list({})).map(({ content }) => content);
    expect(await contents()).toEqual([]);
    await client.say('Good. What else?');
    // it may mean other work by now
    expect((await client.say('undo that')).reply).toBe('Fine.');
    await client.say('Take it back, please');
    expect(await contents()).toEqual(['my locker code is 4711']);
    expect((await client.say('take it back')).reply).toBe('Fine.');
  });

  it('no longer sends it when it is forgotten in the turn that stored it', async () => {
    let id = '';
    const forgetting = async (): Promise<ScriptedAnswer> => {
      const saved = client.frames.findLast((frame) => frame.type === 'memory_saved');
      id = saved?.id ?? '';
      await erase(id);
      return call('list_files', {});
    };
    answers.push(forgetting);
    await client.say('Remember this: my locker code is 4711.\nThen list the files.');
    const [first, second] = sent().slice(-2);
    expect(first).toContain('Just remembered');
    expect(second).not.toContain('4711');
    expect(second).toContain('Then list the files.');
  });

  it('still sends its other messages as they were said, including secrets', async () => {
    const id = await remember('my locker code is 4711');
    const key = `sk-proj-${'a1B2c3D4'.repeat(6)}`;
    await client.say(`Use the key ${key} for the upload.`);
    await erase(id);
    await client.say('Go on.');
    expect(sent().at(-1)).not.toContain('4711');
    expect(sent().at(-1)).toContain(key);
  });
});

const wireRequest = z.object({ response_format: z.unknown().optional() });

const isChat = (body: unknown): boolean => wireRequest.parse(body).response_format === undefined;

const environmentOf = (model: ScriptedModelServer) => ({
  ...withModel(model),
  MEMORY_EXTRACT_EVERY: '0',
  EMBEDDINGS: 'hash',
});

/** Each request of the chat model, as text: system prompt, messages and calls. */
const sent = (): string[] =>
  world.model
    .chatRequests()
    .filter(isChat)
    .map((body) => JSON.stringify(body));

async function remember(statement: string): Promise<string> {
  const { frames } = await client.say(`Remember this: ${statement}.`);
  const saved = frames.find((frame) => frame.type === 'memory_saved');
  return saved?.id ?? '';
}

const erase = (id: string) => world.request(`/api/memory/${id}`, { method: 'DELETE' });

const call = (name: string, input: object): ScriptedAnswer => ({
  toolCalls: [{ name, arguments: JSON.stringify(input) }],
});

function scripted({ model }: Parts): LocalSettings {
  answers = [];
  model.replyWith(async ({ body }) => {
    if (!isChat(body)) return '{"topic":"","file_paths":[],"directories":[],"memories":[],"decisions":[]}';
    const answer = answers.shift() ?? 'Fine.';
    return typeof answer === 'function' ? await answer() : answer;
  });
  return { environment: environmentOf(model) };
}
