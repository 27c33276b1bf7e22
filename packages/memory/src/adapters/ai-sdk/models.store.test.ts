import { MockEmbeddingModelV4, MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { openWorld, project } from '../../../testing/open-world.ts';
import { createOfflineEmbedder } from '../../embeddings/offline-embedder.ts';
import { createAiSdkChatModel } from './chat-model.ts';
import { createAiSdkEmbedder } from './embedder.ts';

const world = openWorld();
const usage = {
  inputTokens: { total: 7, noCache: 5, cacheRead: 2, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};
const saying = (text: string, unified: 'stop' | 'length' | 'content-filter' = 'stop') => ({
  ...{ content: [{ type: 'text' as const, text }], usage, warnings: [] },
  finishReason: { unified, raw: unified },
});
const asked = { messages: [{ role: 'user' as const, content: 'Hello?' }] };

describe('a chat model of the AI SDK', () => {
  it('extracts what a session told', async () => {
    const candidates = [
      {
        content: 'The staging database listens on port 6543.',
        memoryType: 'semantic',
        category: 'architecture',
      },
    ];
    const model = new MockLanguageModelV4({ doGenerate: async () => saying(JSON.stringify({ candidates })) });
    await world.openMemory({ models: { small: createAiSdkChatModel(model) } });
    const id = await world.say(['The staging database listens on port 6543, because 5432 is taken.']);
    await world.end(id);
    const [options] = model.doGenerateCalls;
    expect(options?.responseFormat).toMatchObject({ type: 'json', schema: expect.any(Object) });
    expect(options?.prompt[0]?.role).toBe('system');
    expect(JSON.stringify(options?.prompt)).toContain('because 5432 is taken');
  });

  it('translates messages, tools, usage and reasons, also of the version before', async () => {
    const call = { type: 'tool-call' as const, toolCallId: 'c2', toolName: 'look', input: '{}' };
    for (const Mock of [MockLanguageModelV4, MockLanguageModelV3]) {
      const model = new Mock({ doGenerate: async () => ({ ...saying('so'), content: [call] }) });
      const { toolCalls, usage: used } = await createAiSdkChatModel(model).generate({
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'look', arguments: '{"at":1}' }] },
          { role: 'tool', toolCallId: 'c1', content: 'found' },
        ],
        tools: [{ name: 'look', description: 'looks', parameters: { type: 'object' } }],
      });
      expect(toolCalls).toEqual([{ id: 'c2', name: 'look', arguments: '{}' }]);
      expect(used).toEqual({ inputTokens: 7, outputTokens: 3, cachedTokens: 2 });
      expect(model.doGenerateCalls[0]).toMatchObject({
        prompt: [
          { role: 'system', content: 'Be short.' },
          { content: [{ type: 'tool-call', toolCallId: 'c1', input: { at: 1 } }] },
          {
            content: [
              { type: 'tool-result', toolCallId: 'c1', toolName: 'look', output: { value: 'found' } },
            ],
          },
        ],
        tools: [{ type: 'function', name: 'look', inputSchema: { type: 'object' } }],
      });
    }
    const of = (reply: ReturnType<typeof saying>) =>
      createAiSdkChatModel(new MockLanguageModelV4({ doGenerate: async () => reply }));
    expect(await of(saying('cut', 'length')).generate(asked)).toMatchObject({ truncated: true });
    await expect(of(saying('')).generate(asked)).rejects.toMatchObject({ code: 'model_failed' });
    await expect(of(saying('no', 'content-filter')).generate(asked)).rejects.toMatchObject({
      code: 'model_refused',
    });
    const schema = { name: 'answer', schema: {} };
    await expect(of(saying('{', 'length')).generate({ ...asked, schema })).rejects.toMatchObject({
      isRetryable: false,
    });
    const events = [];
    for await (const event of of(saying('Hi.')).stream(asked)) events.push(event);
    expect(events).toMatchObject([
      { type: 'text_delta', text: 'Hi.' },
      { type: 'reply', reply: { content: 'Hi.' } },
    ]);
  });

  it('rejects with the reason of an aborted signal, and says nothing of a key that was refused', async () => {
    const failing = createAiSdkChatModel(
      new MockLanguageModelV4({
        async doGenerate() {
          throw Object.assign(new Error('bad key sk-1234'), { statusCode: 401, isRetryable: false });
        },
      }),
    );
    await expect(failing.generate(asked)).rejects.toMatchObject({
      code: 'access_refused',
      message: expect.not.stringContaining('sk-1234'),
    });
    const signal = AbortSignal.abort(new Error('shut down'));
    await expect(failing.generate({ ...asked, signal })).rejects.toThrow('shut down');
  });
});

describe('an embedder of the AI SDK', () => {
  it('embeds what a memory stores and asks', async () => {
    const offline = createOfflineEmbedder();
    const model = new MockEmbeddingModelV4({
      doEmbed: async ({ values }) => ({
        embeddings: (await offline.embed(values)).vectors.map((vector) => vector.map((value) => value * 2)),
        ...{ usage: { tokens: 9 }, warnings: [] },
      }),
    });
    const providerOptions = { openai: { dimensions: 512 } };
    const { thresholds } = offline;
    const memory = await world.openMemory({
      embeddings: createAiSdkEmbedder(model, { providerOptions, thresholds }),
    });
    const { memory: stored } = await memory.remember({ content: 'We ship on Fridays.', project });
    const { hits } = await memory.search({ text: 'When do we ship?', project });
    expect(hits[0]).toMatchObject({ memory: { id: stored.id }, similarity: expect.any(Number) });
    expect(model.doEmbedCalls[0]).toMatchObject({ values: ['We ship on Fridays.'], providerOptions });
  });

  it('refuses vectors that the store cannot hold, and settings that nobody reads', async () => {
    const model = new MockEmbeddingModelV4({
      doEmbed: async () => ({ embeddings: [[1, 0]], warnings: [] }),
    });
    await expect(createAiSdkEmbedder(model).embed(['a'])).rejects.toMatchObject({
      ...{ code: 'embedding_failed', isRetryable: false },
      message: expect.stringContaining('2 dimensions instead of 512'),
    });
    expect(() => Reflect.apply(createAiSdkEmbedder, null, [model, { batch: 3 }])).toThrow('batch');
  });
});
