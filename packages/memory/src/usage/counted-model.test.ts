import { describe, expect, it } from 'vitest';
import { MemoryError } from '../errors.ts';
import type { ChatModel } from '../ports.ts';
import { countedModel } from './counted-model.ts';

const request = { messages: [] };
const usage = { inputTokens: 3, outputTokens: 2, cachedTokens: 1 };
const none = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

it.each([
  [3, 3],
  [10.5, 11],
  [-1, 0],
  [Number.NaN, 0],
  [Infinity, 0],
  [1e12, 2 ** 31 - 1],
])('counts %d tokens as %d', async (inputTokens, counted) => {
  const model = answering({ content: 'x', usage: { inputTokens, outputTokens: 1, cachedTokens: 0 } });
  const { usage: given } = await model.generate(request);
  expect(given).toEqual({ inputTokens: counted, outputTokens: 1, cachedTokens: 0 });
});

describe('a model of the host', () => {
  it.each<[string, object, object]>([
    ['is counted', { content: 'x', toolCalls: [], model: 'm', usage }, usage],
    ['has figures as texts', { content: 'x', usage: { inputTokens: '3', outputTokens: null } }, none],
    ['says nothing of its usage', { content: 'x' }, none],
    ['has no usage', { content: '', usage: null }, none],
  ])('that %s keeps its answer', async (_what, reply, counted) => {
    const answer = await answering(reply).generate(request);
    expect(answer).toMatchObject({
      content: Object(reply).content,
      toolCalls: [],
      model: 'm',
      usage: counted,
    });
  });

  it.each([undefined, null, 'text', 5, {}, [], { content: null }, { content: ['x'] }, { message: 'x' }])(
    'that answers %j has failed, and no parser’s or engine’s error comes out',
    async (reply) => {
      await expect(answering(reply).generate(request)).rejects.toMatchObject({
        name: 'MemoryError',
        code: 'model_failed',
        message: 'm answered without a text',
      });
    },
  );

  it.each([new TypeError('fetch failed'), 'a text', null])('that throws %s has failed', async (thrown) => {
    await expect(throwing(thrown).generate(request)).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('m failed: '),
      cause: thrown,
    });
  });

  it('passes on a MemoryError, and the reason of an aborted signal', async () => {
    const refused = new MemoryError('access_refused', 'no key');
    await expect(throwing(refused).generate(request)).rejects.toBe(refused);
    const reason = new Error('the user left');
    const signal = AbortSignal.abort(reason);
    await expect(throwing(reason).generate({ ...request, signal })).rejects.toBe(reason);
  });
});

const answering = (reply: unknown): ChatModel => modelOf(async () => reply);
const throwing = (thrown: unknown): ChatModel => modelOf(() => Promise.reject(thrown));

/** The types allow no wrong answer, which a host's model may give. */
function modelOf(generate: () => Promise<unknown>): ChatModel {
  const model: ChatModel = {
    id: 'm',
    contextWindow: 8_000,
    generate: async () => expect.unreachable(),
    async *stream() {},
  };
  Reflect.set(model, 'generate', generate);
  return countedModel(model);
}
