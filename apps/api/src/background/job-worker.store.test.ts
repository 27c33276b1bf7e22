import { randomUUID } from 'node:crypto';
import type { ModelRequest } from '@devai/memory';
import { message } from '@devai/memory/testing';
import fastify from 'fastify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chatModel, type Reply } from '../../tests/chat-model.ts';
import { openMemory } from '../../tests/open-memory.ts';
import { opened } from '../../tests/opened.ts';
import { startJobWorker } from './job-worker.ts';

/** The requests under way, which the model answers when the test says so. */
let asked: { text: string; answer: () => void }[];
beforeEach(() => {
  asked = [];
});
const world = openMemory('test', { models: { small: chatModel(waitForAnswer) } });
const worker = opened('test', async (closing) =>
  closing.adopt(startJobWorker(world.memory, fastify({ logger: { level: 'silent' } }).log, 20), (one) =>
    one.stop(),
  ),
);

describe('the job worker', () => {
  it('continues with other sessions while the model does not answer for one', async () => {
    const first = await endSession('The staging database of the first session listens on 6543.');
    await vi.waitFor(() => expect(asked).toHaveLength(1), 20_000);
    const second = await endSession('The nightly backup of the second session runs at three.');
    await vi.waitFor(() => expect(asked).toHaveLength(2), 20_000);
    const third = await endSession('The billing service of the third session is deployed by hand.');
    asked[1]?.answer();
    await vi.waitFor(async () => expect(await statusOf(second)).toBe('done'), 20_000);
    await vi.waitFor(() => expect(asked).toHaveLength(3), 20_000);
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
    await vi.waitFor(() => expect(asked).toHaveLength(2), 20_000);
    await worker().stop();
    expect(asked).toHaveLength(2);
    expect((await world.memory.jobs.list()).every(({ status }) => status === 'waiting')).toBe(true);
  });
});

function waitForAnswer({ messages, signal }: ModelRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    asked.push({
      text: JSON.stringify(messages),
      answer: () => resolve({ content: '{"memories":[]}' }),
    });
  });
}

async function endSession(content: string): Promise<string> {
  const identity = { id: randomUUID(), project: null, agent: 'chapo' };
  await world.memory.sessions.open(identity);
  for (const role of ['user', 'assistant', 'user'] as const) {
    await world.memory.sessions.append(identity, [message(content, { role })]);
  }
  await world.memory.sessions.end(identity.id, { now: true });
  return identity.id;
}

const statusOf = async (session: string) =>
  (await world.memory.jobs.list()).find(({ key }) => key === session)?.status;
