import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';
import { serveModel } from './serve-model.ts';

const chat = z.object({
  model: z.string(),
  messages: z.array(z.object({ reasoning_content: z.string().optional() })),
});
const chatOf = (request: unknown) => chat.parse(request);

const first = serveModel();
const world = serveChat('test', ({ model }) => ({
  environment: { ...withModel(model), ZAI_API_KEY: 'zai-test', ZAI_BASE_URL: first().baseURL },
}));

describe('a model over the wire', () => {
  it('streams, calls tools, and gets their results', async () => {
    first().replyTo(
      'glm-4.7',
      { toolCalls: [{ name: 'write_file', arguments: '{"path":"a.txt","content":"hello"}' }] },
      { toolCalls: [{ name: 'read_file', arguments: '{"path":"a.txt"}' }] },
      'The file says hello.',
    );
    const client = await world.connect();
    const { reply, frames } = await client.say('Write hello to a.txt and read it back');
    expect(reply).toBe('The file says hello.');
    const streamed = frames.flatMap((frame) => (frame.type === 'text_delta' ? [frame.text] : [])).join('');
    expect(streamed).toBe('The file says hello.');
    expect(frames.filter((frame) => frame.type === 'tool_result').map((frame) => frame.ok)).toEqual([
      true,
      true,
    ]);
    expect(JSON.stringify(first().chatRequests().at(-1))).toContain('hello');
    await client.close();
  });

  it('gets back what it added to its calls, in the turn and later', async () => {
    const extra = { extra_content: { google: { thought_signature: 'CpoBAdHtim9xW2Vn' } } };
    first().replyTo(
      'glm-4.7',
      { toolCalls: [{ name: 'list_files', arguments: '{}', extra }] },
      'The workspace is empty.',
      'You are welcome.',
    );
    const client = await world.connect();
    await client.say('What is in the workspace?');
    await client.say('Thank you');
    const signed = first()
      .chatRequests()
      .filter((request) => chatOf(request).model === 'glm-4.7')
      .map((request) => JSON.stringify(request).includes(JSON.stringify(extra).slice(1, -1)));
    expect(signed).toEqual([false, true, true]);
    await client.close();
  });

  it('gets its thinking back between the calls of one turn, but it is stored nowhere', async () => {
    first().replyTo(
      'glm-4.7',
      { reasoning: 'The file comes first.', toolCalls: [{ name: 'list_files', arguments: '{}' }] },
      { reasoning: 'Nothing is there.', toolCalls: [{ name: 'list_files', arguments: '{}' }] },
      { reasoning: 'So I say so.', text: 'The workspace is empty.' },
      'You are welcome.',
    );
    const client = await world.connect();
    const { reply } = await client.say('What is in the workspace?');
    expect(reply).toBe('The workspace is empty.');
    await client.say('Thank you');
    const thoughts = first()
      .chatRequests()
      .filter((request) => chatOf(request).model === 'glm-4.7')
      .map((request) => chatOf(request).messages.flatMap((message) => message.reasoning_content ?? []));
    expect(thoughts).toEqual([
      [],
      ['The file comes first.'],
      ['The file comes first.', 'Nothing is there.'],
      ['', ''],
    ]);
    const again = await world.connect({ session: client.session.session, after: 0 });
    expect(JSON.stringify(again.session.missed)).toContain('The workspace is empty.');
    expect(JSON.stringify(again.session.missed)).not.toMatch(/comes first|Nothing is there|I say so/);
    await again.close();
    await client.close();
  });

  it('degrades the health while it names no topic because it ran out of tokens', async () => {
    const health = async () => (await world.server.fastify.inject('/api/health')).json();
    const client = await world.connect();
    first().replyTo('glm-4.7', 'Hello.', 'Hello again.');
    first().replyTo('glm-4.7-flash', { text: '{"topic":', finishReason: 'length' });
    world.model.reply({ text: '{"topic":', finishReason: 'length' });
    await client.say('Tidy src/billing/invoice.ts');
    await expect.poll(health).toMatchObject({
      status: 'degraded',
      degraded: [expect.stringMatching(/failures in a row: 1.*cut its structured answer/)],
    });
    first().replyTo('glm-4.7-flash', '{"topic":"billing","file_paths":[],"directories":[]}');
    await client.say('and src/billing/tax.ts');
    await expect.poll(health).toMatchObject({ degraded: [] });
    await client.close();
  });

  it('is asked again after 429 and 500', async () => {
    first().replyTo(
      'glm-4.7',
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 500 },
      'Third time lucky.',
    );
    const client = await world.connect();
    expect((await client.say('hello')).reply).toBe('Third time lucky.');
    await client.close();
  });

  it('is replaced by the next provider when its stream is cut, and its partial text is taken back', async () => {
    first().replyWith(() => ({ text: 'Half of an answer that is never finished', fault: 'cut' }));
    world.model.replyTo('gpt-5.5', 'A whole answer.');
    const client = await world.connect();
    const { reply, frames } = await client.say('hello');
    expect(reply).toBe('A whole answer.');
    expect(frames.some((frame) => frame.type === 'text_delta' && frame.reset)).toBe(true);
    await client.close();
  });

  it('that fails everywhere ends the turn with a clear error, and the message is stored', async () => {
    first().replyWith(() => ({ status: 401, message: 'no such key' }));
    world.model.replyWith(() => ({ status: 401, message: 'no such key' }));
    const client = await world.connect();
    const { frames } = await client.say('please do not lose this');
    expect(frames.find((frame) => frame.type === 'error')).toMatchObject({ code: 'access_refused' });
    expect(frames.at(-1)).toMatchObject({ type: 'message', end: 'failed' });
    await client.close();
    const again = await world.connect({ session: client.session.session, after: 0 });
    expect(again.session.missed[0]?.content).toBe('please do not lose this');
    expect(JSON.stringify(frames)).not.toContain('sk-test');
    const recall = await world.request(`/api/memory/sessions/${client.session.session}/recall`);
    expect(await recall.json()).toMatchObject({
      question: { number: 1 },
      reply: { number: 2, type: 'notice' },
    });
    await again.close();
  });

  it('is stopped when the user cancels, and its partial reply is kept', async () => {
    first().replyTo(
      'glm-4.7',
      { text: 'One two three four five six seven eight', fault: 'stall' },
      'Good to go on.',
    );
    const client = await world.connect();
    client.send({ type: 'message', content: 'count' });
    await client.next('text_delta');
    client.send({ type: 'cancel' });
    const end = await client.next('message', (frame) => frame.role === 'assistant');
    expect(end).toMatchObject({ end: 'cancelled', content: expect.stringMatching(/^One/) });
    expect((await client.say('go on')).reply).toBe('Good to go on.');
    await client.close();
  });

  it('refuses a second message while a turn runs', async () => {
    first().replyTo('glm-4.7', { text: 'One two three four', fault: 'stall' });
    const client = await world.connect();
    client.send({ type: 'message', content: 'count' });
    await client.next('text_delta');
    client.send({ type: 'message', content: 'and now?' });
    expect(await client.next('error')).toMatchObject({ code: 'turn_running', retryable: true });
    await client.close();
  });
});
