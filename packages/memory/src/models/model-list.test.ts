import type { ChatModel, Log, ModelEvent, ModelRequest } from '../ports.ts';
import { silentLog, startScriptedModelServer, type ScriptedModelServer } from '../../testing/index.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createModelList, type RetryPolicy } from './model-list.ts';
import { createOpenAIChatModel } from './openai-chat-model.ts';

const keys = { first: 'sk-first-0123456789', second: 'sk-second-987654321' };
let servers: { first: ScriptedModelServer; second: ScriptedModelServer };
beforeEach(async () => {
  servers = { first: await startScriptedModelServer(), second: await startScriptedModelServer() };
});
afterEach(async () => {
  for (const server of Object.values(servers)) await server.close();
});
const first = () => servers.first;
const second = () => servers.second;

const question: ModelRequest = { messages: [{ role: 'user', content: 'Which port?' }] };

test('the first provider answers and the second is not asked', async () => {
  first().reply('8081');
  expect((await createList().generate(question)).content).toBe('8081');
  expect(second().requests).toHaveLength(0);
});

test.each([429, 500, 502, 503, 408])('after %i the same provider is asked again', async (status) => {
  first().reply({ status }, { status }, '8081');
  expect((await createList().generate(question)).content).toBe('8081');
  expect(first().requests).toHaveLength(3);
  expect(second().requests).toHaveLength(0);
});

test('after a cut socket the same provider is asked again, too', async () => {
  first().reply({ refuse: true }, '8081');
  expect((await createList().generate(question)).content).toBe('8081');
});

test.each(['whole', 'stream'] as const)(
  'a local server that may still be loading its model is not asked again (%s)',
  async (how) => {
    first().reply({ hang: true });
    second().reply('8081');
    const waiting = { whole: 300, first: 300 };
    const list = createModelList([provider('first', waiting), provider('second')], silentLog, quick);
    if (how === 'whole') expect((await list.generate(question)).content).toBe('8081');
    else expect(shownText(await collect(list.stream(question)))).toBe('8081');
    expect(first().requests).toHaveLength(1);
  },
);

test('a stream that does not end in its time is not asked for again', async () => {
  first().reply({ text: 'word '.repeat(200), fault: 'slow', pause: 20 });
  second().reply('8081');
  const list = createModelList([provider('first', { stream: 300 }), provider('second')], silentLog, quick);
  expect(shownText(await collect(list.stream(question)))).toBe('8081');
  expect(first().requests).toHaveLength(1);
});

test.each([400, 401, 403, 404])('after %i the next provider is asked at once', async (status) => {
  first().reply({ status });
  second().reply('8081');
  expect((await createList().generate(question)).content).toBe('8081');
  expect(first().requests).toHaveLength(1);
});

test('a provider that stays down is given up after three requests', async () => {
  first().reply({ status: 500 }, { status: 500 }, { status: 500 });
  second().reply('8081');
  expect((await createList().generate(question)).content).toBe('8081');
  expect(first().requests).toHaveLength(3);
});

describe('Retry-After', () => {
  test('is waited for', async () => {
    first().reply({ status: 429, headers: { 'retry-after': '0.15' } }, '8081');
    const start = performance.now();
    expect((await createList().generate(question)).content).toBe('8081');
    expect(performance.now() - start).toBeGreaterThanOrEqual(140);
  });

  test('is not waited for when it is longer than the bound: the next provider is asked', async () => {
    first().reply({ status: 429, headers: { 'retry-after': '3600' } });
    second().reply('8081');
    expect((await createList().generate(question)).content).toBe('8081');
    expect(first().requests).toHaveLength(1);
  });
});

describe('when nobody answers', () => {
  test('the error names the reason of each provider and no key', async () => {
    first().reply({ status: 401, message: `no such key ${keys.first}` });
    second().reply(...[1, 2, 3].map(() => ({ status: 503, message: `overloaded ${keys.second}` })));
    const error: unknown = await createList()
      .generate(question)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'model_failed',
      isRetryable: true,
      message: expect.stringMatching(/first\/m refused the key \(401\); second\/m .*503 overloaded \[key\]/),
    });
    expect(String(error)).not.toContain('sk-');
  });

  test('the error is a refusal when all providers refused', async () => {
    first().reply({ status: 401 });
    second().reply({ status: 404, message: 'no such model' });
    await expect(createList().generate(question)).rejects.toMatchObject({
      code: 'access_refused',
      isRetryable: false,
    });
  });

  test('a stream throws the same error', async () => {
    first().reply({ status: 400 });
    second().reply({ status: 400 });
    await expect(collect(createList().stream(question))).rejects.toMatchObject({ code: 'model_refused' });
  });

  test('without providers there is an error, not silence', async () => {
    await expect(createModelList([], silentLog).generate(question)).rejects.toMatchObject({
      code: 'model_refused',
    });
  });
});

describe('a stream', () => {
  test.each(['cut', 'stall', 'early_end', 'rubbish'] as const)(
    'that breaks (%s) after some text is reset and started over',
    async (fault) => {
      first().reply({ text: 'The port is 9999, I think it is', fault }, 'The port is 8081');
      const events = await collect(createList().stream(question));
      expect(events.filter((event) => event.type === 'reset')).toHaveLength(1);
      expect(shownText(events)).toBe('The port is 8081');
      expect(events.at(-1)).toMatchObject({ type: 'reply', reply: { content: 'The port is 8081' } });
    },
  );

  test('that fails before any text needs no reset', async () => {
    first().reply({ status: 500 }, 'The port is 8081');
    const events = await collect(createList().stream(question));
    expect(events.some((event) => event.type === 'reset')).toBe(false);
    expect(shownText(events)).toBe('The port is 8081');
  });

  test('that fails continues with the next provider', async () => {
    const cut = { text: 'The port is 9999, I think it is', fault: 'cut' as const };
    first().reply(cut, cut, cut);
    second().reply('The port is 8081');
    const events = await collect(createList().stream(question));
    expect(events.filter((event) => event.type === 'reset')).toHaveLength(3);
    expect(shownText(events)).toBe('The port is 8081');
  });
});

describe('cancelling', () => {
  test('during a request rejects with the reason, without a retry', async () => {
    const controller = new AbortController();
    first().replyWith(() => {
      controller.abort(new Error('the user left'));
      return { hang: true };
    });
    const { signal } = controller;
    await expect(createList().generate({ ...question, signal })).rejects.toThrow('the user left');
    expect(first().requests).toHaveLength(1);
    expect(second().requests).toHaveLength(0);
  });

  test('during the pause before a retry rejects at once', async () => {
    const controller = new AbortController();
    first().replyWith(() => {
      setTimeout(() => controller.abort(new Error('the user left')), 80);
      return { status: 500 };
    });
    const patient = { ...quick, firstDelay: 20_000, longestDelay: 20_000 };
    await expect(createList(patient).generate({ ...question, signal: controller.signal })).rejects.toThrow(
      'the user left',
    );
    expect(first().requests).toHaveLength(1);
  });

  test('before the start sends nothing', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(collect(createList().stream({ ...question, signal }))).rejects.toThrow('too late');
    expect(first().requests).toHaveLength(0);
  });
});

test('the window is that of the smallest model, and the name lists all models', () => {
  expect(createList()).toMatchObject({ contextWindow: 128_000, id: 'first/m, second/m' });
});

test('every failure is logged with its reason, and nothing of the conversation', async () => {
  const lines: string[] = [];
  const log: Log = {
    ...silentLog,
    warn: (fields, text) => void lines.push(JSON.stringify({ ...fields, text })),
  };
  first().reply({ status: 500, message: 'boom' }, '8081');
  await createList(quick, log).generate(question);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('boom');
  expect(lines[0]).not.toContain('Which port');
});

const quick: RetryPolicy = { attempts: 3, firstDelay: 1, longestDelay: 4, longestRetryAfter: 200 };

/** By default it waits longer than an answer takes on a busy machine. */
const provider = (name: 'first' | 'second', waiting: object = {}, contextWindow = 200_000): ChatModel =>
  createOpenAIChatModel({
    name,
    baseURL: (name === 'first' ? first : second)().baseURL,
    apiKey: keys[name],
    model: 'm',
    contextWindow,
    timeouts: { whole: 20_000, first: 20_000, idle: 2_000, stream: 20_000, ...waiting },
  });

const createList = (policy: RetryPolicy = quick, log: Log = silentLog): ChatModel =>
  createModelList([provider('first'), provider('second', {}, 128_000)], log, policy);

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** What a client shows in the end: text, emptied by each reset. */
function shownText(events: ModelEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'text_delta') text += event.text;
    if (event.type === 'reset') text = '';
  }
  return text;
}
