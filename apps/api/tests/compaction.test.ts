import { createTestClock, type ScriptedAnswer, type TestClock } from '@devai/memory/testing';
import { describe, expect, it } from 'vitest';
import type { ChatClient } from './chat-client.ts';
import {
  environmentOf,
  goodSummary,
  readRequest,
  report,
  requestsOf,
  sendUntilCompaction,
  trigger,
  type ChatRequest,
} from './compacting-chat.ts';
import type { LocalSettings } from './local-server.ts';
import { foundNothing, unexpected } from './script-agents.ts';
import { serveChat } from './serve-chat.ts';

let clock: TestClock;
let settings: LocalSettings;
/** What the small model says to a compaction; each test sets its own. */
let answerCompaction: (asked: ChatRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

const world = serveChat('test', ({ model }) => {
  answerCompaction = () => goodSummary;
  model.replyWith(async ({ body }) => {
    const request = readRequest(body);
    const { schema } = request;
    if (schema === null) return 'Noted.';
    return schema === 'compaction' ? answerCompaction(request) : (foundNothing[schema] ?? unexpected(schema));
  });
  clock = createTestClock();
  settings = { clock, environment: environmentOf(model) };
  return settings;
});

const asked = (schema: string | null) => requestsOf(world.model, schema);

/** What the chat model was sent last, without the system prompt. */
const lastContext = (): string[] => (asked(null).at(-1)?.messages ?? []).slice(1).map((one) => one.content);

describe('a prompt that the provider finds too long', () => {
  it('is compacted by the provider’s count, and the turn goes on', async () => {
    const client = await world.connect();
    for (let number = 0; number < 5; number += 1) await client.say(report(number));
    const { length } = asked(null);
    const tooLong = { status: 400, message: "This model's maximum context length is 8192 tokens." };
    world.model.replyTo('gpt-5.5', tooLong);
    const { reply, frames } = await client.say('Which station is next?');
    expect(reply).toBe('Noted.');
    expect(frames.some((frame) => frame.type === 'context_compacted')).toBe(true);
    expect(frames.some((frame) => frame.type === 'error')).toBe(false);
    const [refused, sent] = asked(null).slice(length);
    expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify(refused).length / 2);
    await client.close();
  });

  it('ends the turn with an error when it still does not fit', async () => {
    const client = await world.connect();
    const tooLong = { status: 400, message: "This model's maximum context length is 8192 tokens." };
    world.model.replyTo('gpt-5.5', tooLong, tooLong);
    const { frames } = await client.say('Which station is next?');
    expect(frames.find((frame) => frame.type === 'error')).toMatchObject({ code: 'context_too_long' });
    await client.close();
  });
});

describe('a session above the trigger', () => {
  it('is compacted: the client gets the figures, the model the summary, and the memories are stored', async () => {
    const client = await world.connect();
    const { from } = await sendUntilCompaction(client, world.model);
    const frame = await client.next('context_compacted');
    expect(frame.tokensBefore).toBeGreaterThan(trigger);
    expect(frame.tokensAfter).toBeLessThan(trigger * 0.7);
    expect(frame.messages).toBeGreaterThan(0);
    // as it is sent: without the tokens that are kept for the reply
    const sent = await client.next('context_assembled', () => true, from);
    expect(Math.abs(sent.tokens - frame.tokensAfter)).toBeLessThan(100);
    expect((await turnEnd(client, from)).end).toBe('reply');

    const context = lastContext();
    expect(context[0]).toBe(report(0));
    expect(context[1]).toMatch(/^\[Context compacted\][^]*wait for the next report/);
    expect(context).not.toContain(report(1));
    // compaction's candidates went to the long-term memory
    const saved = await client.next('memory_saved');
    expect(saved).toMatchObject({
      content: 'The barometer of station osprey was replaced',
      by: 'extraction',
    });
    await client.close();
  });

  it('can still find and show messages that left the context', async () => {
    const client = await world.connect();
    const { from } = await sendUntilCompaction(client, world.model);
    await turnEnd(client, from);
    expect(lastContext()).not.toContain(report(1));

    world.model.replyTo(
      'gpt-5.5',
      { toolCalls: [{ name: 'recall', arguments: '{"query":"barometer of station osprey"}' }] },
      'It was replaced.',
    );
    const { frames } = await client.say('What was done at station osprey?');
    const result = frames.find((frame) => frame.type === 'tool_result');
    expect(result).toMatchObject({ ok: true, content: expect.stringContaining('Said before:') });
    expect(result).toMatchObject({ content: expect.stringMatching(/user: The barometer of station osprey/) });
    const shown = await storedMessages(client.session.session);
    expect(shown.map((message) => message.number)).toEqual(shown.map((_, index) => index + 1));
    expect(shown.map((message) => message.content)).toContain(report(1));
    await client.close();
  });

  it('keeps pinned messages, and tells every client about the pin', async () => {
    const client = await world.connect();
    await client.say(report(0));
    await client.say(report(1));
    const other = await world.connect({ session: client.session.session });
    await world.server.memory.sessions.pin(client.session.session, 3, true);
    expect(await other.next('message_pinned')).toMatchObject({ number: 3, pinned: true });
    await other.close();
    const { from } = await sendUntilCompaction(client, world.model);
    await turnEnd(client, from);
    expect(lastContext()).toContain(report(1));
    expect(lastContext()[0]).toBe(report(0));
    expect(lastContext().some((content) => content.startsWith('[Context compacted]'))).toBe(true);
    await client.close();
  });

  it('starts in another process from the summary and the messages after it', async () => {
    const client = await world.connect();
    const { from } = await sendUntilCompaction(client, world.model);
    await turnEnd(client, from);
    await client.say('Carry on');
    const context = lastContext();
    await client.close();
    await world.server.stop();

    await world.start(settings);
    const again = await world.connect({ session: client.session.session });
    expect((await again.say('Carry on')).reply).toBe('Noted.');
    expect(lastContext()).toEqual([...context, 'Noted.', 'Carry on']);
    expect(asked('compaction')).toHaveLength(1);
    await again.close();
  });
});

describe('a compaction that hangs', () => {
  it('ends the turn at once when the user cancels, and the next turn compacts', async () => {
    answerCompaction = () => ({ hang: true });
    const client = await world.connect();
    const { last, from } = await sendUntilCompaction(client, world.model);
    const chats = asked(null).length;
    client.send({ type: 'cancel' });
    expect(await turnEnd(client, from)).toMatchObject({ end: 'cancelled', content: '(cancelled)' });
    expect(client.frames.slice(from).some((frame) => frame.type === 'error')).toBe(false);
    expect(asked(null)).toHaveLength(chats);

    answerCompaction = () => goodSummary;
    const { reply, frames } = await client.say('Go on, please');
    expect(reply).toBe('Noted.');
    expect(frames.some((frame) => frame.type === 'context_compacted')).toBe(true);
    const stored = await storedMessages(client.session.session);
    expect(stored.slice(-4).map((message) => message.content)).toEqual([
      last,
      '(cancelled)',
      'Go on, please',
      'Noted.',
    ]);
    await client.close();
  });
});

describe('a small model that answers rubbish', () => {
  it('costs no turn: client and operator are told, and the model is asked again after a pause', async () => {
    answerCompaction = () => 'I would rather talk about the weather.';
    const client = await world.connect();
    const { from } = await sendUntilCompaction(client, world.model);
    expect((await turnEnd(client, from)).end).toBe('reply');
    expect(client.frames.find((frame) => frame.type === 'error')).toMatchObject({
      code: 'malformed_answer',
      retryable: true,
      message: expect.stringContaining('the context could not be compacted'),
    });
    expect(lastContext()).toContain(report(1));
    const health = async () => (await world.server.fastify.inject('/api/health')).json();
    expect(await health()).toMatchObject({
      status: 'degraded',
      degraded: [expect.stringContaining('could not be compacted')],
    });

    answerCompaction = () => goodSummary;
    const { length } = asked('compaction');
    const waiting = await client.say('Still there?');
    expect(waiting.frames.some((frame) => frame.type === 'error')).toBe(false);
    expect(asked('compaction')).toHaveLength(length);
    clock.advance(30_000);
    const { reply, frames } = await client.say('And now?');
    expect(reply).toBe('Noted.');
    expect(frames.some((frame) => frame.type === 'context_compacted')).toBe(true);
    expect(lastContext()).not.toContain(report(1));
    expect(await health()).toMatchObject({ degraded: [] });
    await client.close();
  });

  it('slides the window when it is full, and tells the client what left', async () => {
    answerCompaction = () => 'I would rather talk about the weather.';
    const client = await world.connect();
    const isSlide = (message: string) => /The oldest \d+ messages left the context/.test(message);
    for (let number = 0; number < 20; number += 1) {
      const { reply, frames } = await client.say(report(number));
      expect(reply).toBe('Noted.');
      if (frames.some((frame) => frame.type === 'error' && isSlide(frame.message))) break;
    }
    await client.next('error', (frame) => isSlide(frame.message));
    const context = lastContext();
    expect(context[0]).toBe(report(0));
    expect(context.filter((content) => content.startsWith('[Context cut]'))).toHaveLength(1);
    expect(context).not.toContain(report(1));
    expect((await storedMessages(client.session.session)).map((one) => one.content)).toContain(report(1));
    await client.close();
  });
});

describe('a message that comes while a compaction runs', () => {
  it('is refused until the turn has ended, and follows it when it is sent again', async () => {
    const summary = Promise.withResolvers<string>();
    answerCompaction = () => summary.promise;
    const client = await world.connect();
    const { last, from } = await sendUntilCompaction(client, world.model);
    const { session } = client.session;
    const other = await world.connect({ session });
    other.send({ type: 'message', content: 'I came meanwhile' });
    expect(await other.next('error')).toMatchObject({ code: 'turn_running', retryable: true });

    summary.resolve(goodSummary);
    expect((await turnEnd(client, from)).end).toBe('reply');
    await turnEnd(other, 0);
    expect(lastContext().at(-1)).toBe(last);
    expect((await other.say('I came meanwhile')).reply).toBe('Noted.');
    expect(lastContext().slice(-3)).toEqual([last, 'Noted.', 'I came meanwhile']);
    const stored = await storedMessages(session);
    expect(stored.slice(-4).map((message) => message.content)).toEqual([
      last,
      'Noted.',
      'I came meanwhile',
      'Noted.',
    ]);
    await client.close();
    await other.close();
  });
});

const turnEnd = (client: ChatClient, from: number) =>
  client.next('message', (frame) => frame.end !== undefined, from);

async function storedMessages(session: string) {
  const client = await world.connect({ session, after: 0 });
  await client.close();
  return client.session.missed;
}
