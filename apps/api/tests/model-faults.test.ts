import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { connectClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

const chat = z.object({
  model: z.string(),
  messages: z.array(z.object({ reasoning_content: z.string().optional() })),
});
const chatOf = (request: unknown) => chat.parse(request);

let host: LocalHost;
let first: ScriptedModelServer;
let second: ScriptedModelServer;
let server: LocalServer;

beforeEach(async () => {
  host = await makeLocalHost();
  first = await startScriptedModelServer();
  second = await startScriptedModelServer();
  server = await startLocalServer(host, {
    environment: {
      ZAI_API_KEY: 'zai-test',
      ZAI_BASE_URL: first.baseURL,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: second.baseURL,
    },
  });
});
afterEach(async () => {
  await server.stop();
  await Promise.all([first.close(), second.close()]);
  await host.remove();
});

describe('a model over the wire', () => {
  it('streams, calls tools, and gets their results', async () => {
    first.replyTo(
      'glm-4.7',
      { toolCalls: [{ name: 'write_file', arguments: '{"path":"a.txt","content":"hello"}' }] },
      { toolCalls: [{ name: 'read_file', arguments: '{"path":"a.txt"}' }] },
      'The file says hello.',
    );
    const client = await connectClient(server.url);
    const { reply, frames } = await client.say('Write hello to a.txt and read it back');
    expect(reply).toBe('The file says hello.');
    const streamed = frames.flatMap((frame) => (frame.type === 'text_delta' ? [frame.text] : [])).join('');
    expect(streamed).toBe('The file says hello.');
    expect(frames.filter((frame) => frame.type === 'tool_result').map((frame) => frame.ok)).toEqual([
      true,
      true,
    ]);
    expect(JSON.stringify(first.chatRequests().at(-1))).toContain('hello');
    await client.close();
  });

  it('gets its thinking back between the calls of one turn, but it is stored nowhere', async () => {
    first.replyTo(
      'glm-4.7',
      { reasoning: 'The file comes first.', toolCalls: [{ name: 'list_files', arguments: '{}' }] },
      { reasoning: 'Nothing is there.', toolCalls: [{ name: 'list_files', arguments: '{}' }] },
      { reasoning: 'So I say so.', text: 'The workspace is empty.' },
      'You are welcome.',
    );
    const client = await connectClient(server.url);
    const { reply } = await client.say('What is in the workspace?');
    expect(reply).toBe('The workspace is empty.');
    await client.say('Thank you');
    const thoughts = first
      .chatRequests()
      .filter((request) => chatOf(request).model === 'glm-4.7')
      .map((request) => chatOf(request).messages.flatMap((message) => message.reasoning_content ?? []));
    expect(thoughts).toEqual([
      [],
      ['The file comes first.'],
      ['The file comes first.', 'Nothing is there.'],
      ['', ''],
    ]);
    const again = await connectClient(server.url, { session: client.session.session, after: 0 });
    expect(JSON.stringify(again.session.missed)).toContain('The workspace is empty.');
    expect(JSON.stringify(again.session.missed)).not.toMatch(/comes first|Nothing is there|I say so/);
    await again.close();
    await client.close();
  });

  it('degrades the health while it names no topic because it ran out of tokens', async () => {
    const health = async () => (await server.fastify.inject('/api/health')).json();
    const client = await connectClient(server.url);
    first.replyTo('glm-4.7', 'Hello.', 'Hello again.');
    first.replyTo('glm-4.7-flash', { text: '{"topic":', finishReason: 'length' });
    second.reply({ text: '{"topic":', finishReason: 'length' });
    await client.say('Tidy src/billing/invoice.ts');
    await vi.waitFor(async () =>
      expect(await health()).toMatchObject({
        status: 'degraded',
        degraded: [expect.stringMatching(/failures in a row: 1.*cut its structured answer/)],
      }),
    );
    first.replyTo('glm-4.7-flash', '{"topic":"billing","file_paths":[],"directories":[]}');
    await client.say('and src/billing/tax.ts');
    await vi.waitFor(async () => expect(await health()).toMatchObject({ degraded: [] }));
    await client.close();
  });

  it('is asked again after 429 and 500', async () => {
    first.replyTo(
      'glm-4.7',
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 500 },
      'Third time lucky.',
    );
    const client = await connectClient(server.url);
    expect((await client.say('hello')).reply).toBe('Third time lucky.');
    await client.close();
  });

  it('is replaced by the next provider when its stream is cut, and its partial text is taken back', async () => {
    first.replyWith(() => ({ text: 'Half of an answer that is never finished', fault: 'cut' }));
    second.replyTo('gpt-5.5', 'A whole answer.');
    const client = await connectClient(server.url);
    const { reply, frames } = await client.say('hello');
    expect(reply).toBe('A whole answer.');
    expect(frames.some((frame) => frame.type === 'text_delta' && frame.reset)).toBe(true);
    await client.close();
  });

  it('that fails everywhere ends the turn with a clear error, and the message is stored', async () => {
    first.replyWith(() => ({ status: 401, message: 'no such key' }));
    second.replyWith(() => ({ status: 401, message: 'no such key' }));
    const client = await connectClient(server.url);
    const { frames } = await client.say('please do not lose this');
    expect(frames.find((frame) => frame.type === 'error')).toMatchObject({ code: 'access_refused' });
    expect(frames.at(-1)).toMatchObject({ type: 'message', end: 'failed' });
    await client.close();
    const again = await connectClient(server.url, { session: client.session.session, after: 0 });
    expect(again.session.missed[0]?.content).toBe('please do not lose this');
    expect(JSON.stringify(frames)).not.toContain('sk-test');
    const http = server.url.replace(/^ws/, 'http').replace(/\/ws\/chat$/, '');
    const recall = await fetch(`${http}/api/memory/sessions/${client.session.session}/recall`);
    expect(await recall.json()).toMatchObject({
      question: { number: 1 },
      reply: { number: 2, type: 'notice' },
    });
    await again.close();
  });

  it('is stopped when the user cancels, and its partial reply is kept', async () => {
    first.replyTo(
      'glm-4.7',
      { text: 'One two three four five six seven eight', fault: 'stall' },
      'Good to go on.',
    );
    const client = await connectClient(server.url);
    client.send({ type: 'message', content: 'count' });
    await client.next('text_delta');
    client.send({ type: 'cancel' });
    const end = await client.next('message', (frame) => frame.role === 'assistant');
    expect(end).toMatchObject({ end: 'cancelled', content: expect.stringMatching(/^One/) });
    expect((await client.say('go on')).reply).toBe('Good to go on.');
    await client.close();
  });

  it('refuses a second message while a turn runs', async () => {
    first.replyTo('glm-4.7', { text: 'One two three four', fault: 'stall' });
    const client = await connectClient(server.url);
    client.send({ type: 'message', content: 'count' });
    await client.next('text_delta');
    client.send({ type: 'message', content: 'and now?' });
    expect(await client.next('error')).toMatchObject({ code: 'turn_running', retryable: true });
    await client.close();
  });
});
