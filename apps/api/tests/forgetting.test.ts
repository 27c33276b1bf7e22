import type { Database } from '@devai/memory';
import {
  startScriptedModelServer,
  type ScriptedAnswer,
  type ScriptedModelServer,
} from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectClient, type ChatClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

let host: LocalHost;
let model: ScriptedModelServer;
let server: LocalServer;
let client: ChatClient;
let base: string;
let environment: Record<string, string>;
/** What the chat model answers, call by call; then it says "Fine." */
let answers: (ScriptedAnswer | (() => Promise<ScriptedAnswer>))[];

const wireRequest = z.object({ response_format: z.unknown().optional() });
const isChat = (body: unknown): boolean => wireRequest.parse(body).response_format === undefined;

beforeEach(async () => {
  answers = [];
  host = await makeLocalHost();
  model = await startScriptedModelServer();
  model.replyWith(async ({ body }) => {
    if (!isChat(body)) return '{"topic":"","file_paths":[],"directories":[],"memories":[],"decisions":[]}';
    const answer = answers.shift() ?? 'Fine.';
    return typeof answer === 'function' ? await answer() : answer;
  });
  environment = {
    OPENAI_BASE_URL: model.baseURL,
    OPENAI_API_KEY: 'sk-test',
    MEMORY_EXTRACT_EVERY: '0',
    EMBEDDINGS: 'hash',
  };
  server = await startLocalServer(host, { environment });
  base = server.url.replace(/^ws/, 'http').replace(/\/ws\/chat$/, '');
  client = await connectClient(server.url);
});
afterEach(async () => {
  await client.close();
  await server.stop();
  await model.close();
  await host.remove();
});

/** Each request of the chat model, as text: system prompt, messages and calls. */
const sent = (): string[] =>
  model
    .chatRequests()
    .filter(isChat)
    .map((body) => JSON.stringify(body));

async function remember(statement: string): Promise<string> {
  const { frames } = await client.say(`Remember this: ${statement}.`);
  const saved = frames.find((frame) => frame.type === 'memory_saved');
  return saved?.id ?? '';
}

const erase = (id: string) => fetch(`${base}/api/memory/${id}`, { method: 'DELETE' });
const call = (name: string, input: object): ScriptedAnswer => ({
  toolCalls: [{ name, arguments: JSON.stringify(input) }],
});

describe('a running conversation from which something is forgotten', () => {
  it('no longer sends it, even if it is forgotten while a message is being stored', async () => {
    const store = host.store.lend();
    let meanwhile = async (): Promise<unknown> => null;
    const database: Database = {
      ...store,
      async call(name, args) {
        if (name === 'append_messages') await meanwhile();
        return store.call(name, args);
      },
    };
    const other = await startLocalServer(host, { database, environment });
    const talking = await connectClient(other.url);
    const { session } = talking.session;
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
    await talking.close();
    await other.stop();
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
    const other = await connectClient(server.url);
    answers.push(call('recall', { query: 'locker code' }), call('forget', { id }), 'Forgotten.');
    const { reply, frames } = await other.say('What is my locker code? Forget it, please.');
    expect(reply).toBe('Forgotten.');
    expect(frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame.ok] : []))).toEqual([true, true]);
    const [asked, recalled, forgotten] = sent().slice(-3);
    expect(asked).toContain('4711');
    expect(recalled).toContain('4711');
    expect(forgotten).not.toContain('4711');
    expect(forgotten).toContain('Forget it, please.');
    await other.close();
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
