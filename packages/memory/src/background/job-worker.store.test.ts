import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { message } from '../../testing/message.ts';
import { openWorld } from '../../testing/open-world.ts';
import type { Memory } from '../memory.ts';
import type { ChatModel, ModelReply, ModelRequest } from '../ports.ts';

/** The requests under way, which the model answers when the test says so. */
let asked: { text: string; answer: () => void }[];
let memory: Memory;
let stop: () => Promise<void>;
const world = openWorld();
beforeEach(async () => {
  asked = [];
  await world.setNow(null);
  memory = await world.openMemory({ models: { small: waiting } });
  ({ stop } = memory.start({ poll: 20 }));
});

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

  it('runs two jobs of a user at a time, and returns both to the queue when it stops', async () => {
    for (const name of ['first', 'second', 'third']) {
      await endSession(`The database of the ${name} session listens on a port of its own.`);
    }
    await vi.waitFor(() => expect(asked).toHaveLength(2), 20_000);
    await stop();
    expect(asked).toHaveLength(2);
    expect((await memory.jobs.list()).every(({ status }) => status === 'waiting')).toBe(true);
  });
});

describe('the job worker of a store of many users', () => {
  beforeEach(async () => {
    await memory.close();
    memory = await world.openMemory({ models: { small: waiting }, users: 'many' });
    ({ stop } = memory.start({ poll: 20 }));
  });

  it('extracts what others said while the model does not answer for one, and gives back what runs when it closes', async () => {
    for (const name of ['first', 'second', 'third']) {
      await endSession(`The database of the ${name} session listens on a port of its own.`, 'alice');
    }
    await vi.waitFor(() => expect(asked).toHaveLength(2), 20_000);
    for (const user of ['bob', 'carol', 'dave']) {
      const session = await endSession(`The nightly backup of ${user} runs at three.`, user);
      await vi.waitFor(() => expect(asked.some(({ text }) => text.includes(user))).toBe(true), 20_000);
      asked.at(-1)?.answer();
      await vi.waitFor(async () => expect(await statusOf(session, user)).toBe('done'), 20_000);
    }
    expect(await statuses('alice')).toEqual(['running', 'running', 'waiting']);
    await memory.close();
    memory = await world.openMemory({ users: 'many' });
    expect(await statuses('alice')).toEqual(['waiting', 'waiting', 'waiting']);
    const attempts = (await memory.as('alice').jobs.list()).map((job) => job.attempts);
    expect(attempts).toEqual([0, 0, 0]);
  });

  const statuses = async (user: string) =>
    (await memory.as(user).jobs.list()).map(({ status }) => status).toSorted();
});

const waiting: ChatModel = {
  id: 'scripted',
  contextWindow: 200_000,
  generate: ({ messages, signal }: ModelRequest) =>
    new Promise<ModelReply>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0 };
      asked.push({
        text: JSON.stringify(messages),
        answer: () => resolve({ content: '{"memories":[]}', toolCalls: [], model: 'scripted', usage }),
      });
    }),
  async *stream(request) {
    yield { type: 'reply', reply: await waiting.generate(request) };
  },
};

async function endSession(content: string, user?: string): Promise<string> {
  const identity = { id: randomUUID(), project: null, agent: 'chapo' };
  const { sessions } = user === undefined ? memory : memory.as(user);
  await sessions.open(identity);
  for (const role of ['user', 'assistant', 'user'] as const) {
    await sessions.append(identity, [message(content, { role })]);
  }
  await sessions.end(identity.id, { now: true });
  return identity.id;
}

const statusOf = async (session: string, user?: string) =>
  (await (user === undefined ? memory : memory.as(user)).jobs.list()).find(({ key }) => key === session)
    ?.status;

describe('the background work', () => {
  it('runs once at a time, stops, starts again, and ends with the memory', async () => {
    const again = () => memory.start({ poll: 20 });
    expect(again).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    await stop();
    again();
    await memory.close();
    expect(again).toThrow(expect.objectContaining({ code: 'closed' }));
  });

  it.each([{ decay: 'at night' }, { consolidation: '61 * * * *' }, { poll: 0 }, { every: 5 }])(
    'refuses %j, and is not started then',
    async (input) => {
      await stop();
      expect(() => Reflect.apply(memory.start, memory, [input])).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          message: expect.stringMatching(/decay|consolid|poll|every/),
        }),
      );
      memory.start();
    },
  );
});
