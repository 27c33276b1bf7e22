import {
  generateText,
  jsonSchema,
  simulateReadableStream,
  isStepCount,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { openWorld, project } from '../../../testing/open-world.ts';
import { MemoryError } from '../../errors.ts';
import { createMemoryMiddleware } from './middleware.ts';

const world = openWorld();

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const stop = { unified: 'stop' as const, raw: 'stop' };
const saying = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  finishReason: stop,
  usage,
  warnings: [],
});

describe('a model of the AI SDK with memory', () => {
  it('recalls for the next session, in the system prompt, what one was told', async () => {
    const memory = await world.openMemory();
    const model = new MockLanguageModelV4({
      doGenerate: [saying('Noted.'), saying('On 6543.'), saying('On 6543.')],
    });
    const as = (session: string) =>
      wrapLanguageModel({ model, middleware: createMemoryMiddleware(memory.for({ project, session })) });
    await generateText({
      model: as('monday'),
      prompt: 'remember this: the staging database listens on 6543',
    });
    const prompt = 'On which port does the staging database listen?';
    const { text } = await generateText({ model: as('tuesday'), instructions: 'Be short.', prompt });
    expect(text).toBe('On 6543.');
    expect(model.doGenerateCalls[1]?.prompt).toEqual([
      { role: 'system', content: expect.stringMatching(/^Be short\.\n\n[^]*listens on 6543/) },
      expect.objectContaining({ role: 'user' }),
    ]);
    const cached = {
      role: 'system' as const,
      content: 'Be short.',
      providerOptions: { anthropic: { cacheControl: {} } },
    };
    await generateText({ model: as('wednesday'), instructions: cached, prompt });
    expect(model.doGenerateCalls[2]?.prompt.slice(0, 2)).toEqual([
      cached,
      { role: 'system', content: expect.stringContaining('listens on 6543') },
    ]);
    const { sessionId } = memory.for({ project, session: 'tuesday' });
    const [asked, reply] = await memory.sessions.messages(sessionId);
    expect([asked?.content, reply?.content]).toEqual([prompt, 'On 6543.']);
    expect(reply?.metadata['recalled']).toHaveLength(1);
  });

  it('stores a turn with tools whole and once, although a call failed and was tried again', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    const call = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'look', input: '{"at":1}' };
    const asked = {
      ...saying(''),
      content: [call],
      finishReason: { unified: 'tool-calls' as const, raw: 'tool_calls' },
    };
    let calls = 0;
    const model = new MockLanguageModelV4({
      async doGenerate() {
        calls += 1;
        if (calls === 2)
          throw Object.assign(new Error('busy'), {
            [Symbol.for('vercel.ai.error')]: true,
            [Symbol.for('vercel.ai.error.AI_APICallError')]: true,
            isRetryable: true,
          });
        return calls === 1 ? asked : saying('Here it is.');
      },
    });
    const look = tool({
      inputSchema: jsonSchema<{ at: number }>({ type: 'object' }),
      execute: async () => 'found',
    });
    await generateText({
      model: wrapLanguageModel({ model, middleware: createMemoryMiddleware(chat) }),
      ...{ prompt: 'Look it up.', tools: { look }, stopWhen: isStepCount(3), maxRetries: 1 },
    });
    expect(calls).toBe(3);
    expect(await memory.sessions.messages(chat.sessionId)).toMatchObject([
      { role: 'user', content: 'Look it up.' },
      { role: 'assistant', toolCalls: [{ id: 'c1', name: 'look', arguments: '{"at":1}' }] },
      { role: 'tool', content: 'found', toolCallId: 'c1' },
      { role: 'assistant', content: 'Here it is.' },
    ]);
  });

  it('stores what was streamed to its end, and nothing of a stream that failed', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    const parts = (unified: 'stop' | 'error') => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'stream-start' as const, warnings: [] },
          { type: 'text-start' as const, id: 't' },
          { type: 'text-delta' as const, id: 't', delta: 'On ' },
          { type: 'text-delta' as const, id: 't', delta: 'Fridays.' },
          { type: 'text-end' as const, id: 't' },
          { type: 'finish' as const, usage, finishReason: { unified, raw: unified } },
        ],
      }),
    });
    const model = new MockLanguageModelV4({ doStream: [parts('stop'), parts('error')] });
    const wrapped = wrapLanguageModel({ model, middleware: createMemoryMiddleware(chat) });
    const { textStream } = streamText({ model: wrapped, prompt: 'When do we ship?' });
    const read: string[] = [];
    for await (const part of textStream) read.push(part);
    expect(read).toEqual(['On ', 'Fridays.']);
    await streamText({ model: wrapped, prompt: 'And now?' }).consumeStream();
    expect(await memory.sessions.messages(chat.sessionId)).toMatchObject([
      { role: 'user', content: 'When do we ship?' },
      { role: 'assistant', content: 'On Fridays.' },
      { role: 'user', content: 'And now?' },
    ]);
  });

  it('takes the ids of the host, keeps users apart, and redacts', async () => {
    const memory = await world.openMemory({ users: 'many' });
    const model = new MockLanguageModelV4({ doGenerate: async () => saying('Yes.') });
    const as = (user: string, session: string) =>
      wrapLanguageModel({
        model,
        middleware: createMemoryMiddleware(memory.for({ user, project, session })),
      });
    const alice = as('alice', 's');
    for (const messageId of ['m1', 'm2', 'm2']) {
      await generateText({
        model: alice,
        prompt: 'remember this: my shoe size is 39',
        providerOptions: { devai: { messageId } },
      });
    }
    await generateText({
      model: alice,
      prompt: 'My key is sk-proj-4f9aK2mQ8xZ1bC7dE3gH5jL6nP0rS2tU4vW6yA8B',
    });
    const { sessionId } = memory.for({ user: 'alice', project, session: 's' });
    const stored = await memory.as('alice').sessions.messages(sessionId);
    expect(stored.filter(({ role }) => role === 'user')).toHaveLength(3);
    expect(await world.everyRow()).not.toContain('4f9aK2mQ8xZ1');
    await generateText({ model: as('bob', 's'), prompt: 'What is my shoe size?' });
    expect(JSON.stringify(model.doGenerateCalls.at(-1)?.prompt)).not.toContain('39');
    await generateText({ model: as('alice', 'other'), prompt: 'What is my shoe size?' });
    expect(JSON.stringify(model.doGenerateCalls.at(-1)?.prompt)).toContain('my shoe size is 39');
  });

  it('asks the model without a memory that fails, and tells', async () => {
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
    const model = wrapLanguageModel({
      model: new MockLanguageModelV4({ doGenerate: async () => saying('Hello!') }),
      middleware: createMemoryMiddleware(memory.for({ project }), { onDegraded: (all) => told.push(...all) }),
    });
    isAway = true;
    const { text } = await generateText({ model, prompt: 'Hello?' });
    isAway = false;
    expect(text).toBe('Hello!');
    expect(told).toEqual([
      expect.stringContaining('nothing was recalled'),
      expect.stringContaining('not stored'),
    ]);
    const abortSignal = AbortSignal.abort(new Error('the user left'));
    await expect(generateText({ model, prompt: 'Hello?', abortSignal })).rejects.toThrow('the user left');
  });
});
