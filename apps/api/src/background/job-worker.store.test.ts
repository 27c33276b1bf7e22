import { randomUUID } from 'node:crypto';
import {
  createMemory,
  createOfflineEmbedder,
  type ChatModel,
  type Memory,
  type NewMessage,
} from '@devai/memory';
import { embeddedStores, type OpenTestDatabase } from '@devai/memory/testing';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startJobWorker } from './job-worker.ts';

let store: OpenTestDatabase;
let memory: Memory;
let worker: ReturnType<typeof startJobWorker>;
/** The requests under way, which the model answers when the test says so. */
let asked: { text: string; answer: () => void }[];

const small: ChatModel = {
  id: 'scripted',
  contextWindow: 128_000,
  generate: ({ messages, signal }) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      asked.push({
        text: JSON.stringify(messages),
        answer: () =>
          resolve({
            content: '{"memories":[]}',
            toolCalls: [],
            model: 'scripted',
            usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
          }),
      });
    }),
  async *stream(request) {
    yield { type: 'reply', reply: await small.generate(request) };
  },
};

beforeEach(async () => {
  asked = [];
  store = await embeddedStores.open();
  memory = await createMemory({
    database: store.lend(),
    embeddings: createOfflineEmbedder(),
    models: { small },
  });
  worker = startJobWorker(memory, fastify({ logger: { level: 'silent' } }).log, 20);
});
afterEach(async () => {
  await worker.stop();
  await memory.close();
  await store.close();
});

async function endSession(content: string): Promise<string> {
  const identity = { id: randomUUID(), project: null, agent: 'chapo' };
  await memory.sessions.open(identity);
  for (const role of ['user', 'assistant', 'user'] as const) {
    const message: NewMessage = {
      id: randomUUID(),
      role,
      type: 'text',
      content,
      toolCalls: [],
      toolCallId: null,
      pinned: false,
      metadata: {},
    };
    await memory.sessions.append(identity, [message]);
  }
  await memory.sessions.end(identity.id, { now: true });
  return identity.id;
}
const statusOf = async (session: string) =>
  (await memory.jobs.list()).find(({ key }) => key === session)?.status;

describe('the job worker', () => {
  it('continues with other sessions while the model does not answer for one', async () => {
    const first = await endSession('The staging database of the first session listens on 6543.');
    await vi.waitFor(() => expect(asked).toHaveLength(1), 5_000);
    const second = await endSession('The nightly backup of the second session runs at three.');
    await vi.waitFor(() => expect(asked).toHaveLength(2), 5_000);
    const third = await endSession('The billing service of the third session is deployed by hand.');
    asked[1]?.answer();
    await vi.waitFor(async () => expect(await statusOf(second)).toBe('done'), 5_000);
    await vi.waitFor(() => expect(asked).toHaveLength(3), 5_000);
    expect(asked.map(({ text }) => /first|second|third/.exec(text)?.[0])).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect([await statusOf(first), await statusOf(third)]).toEqual(['running', 'running']);
  });

  it('runs two jobs at a time, and returns both to the queue when it stops', async () => {
    for (const name of ['first', 'second', 'third']) {
      await endSession(`The database of the ${name} session listens on a port of its own.`);
    }
    await vi.waitFor(() => expect(asked).toHaveLength(2), 5_000);
    await worker.stop();
    expect(asked).toHaveLength(2);
    expect((await memory.jobs.list()).every(({ status }) => status === 'waiting')).toBe(true);
  });
});
