import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import type { Memory } from '../memory.ts';
import type { EmbeddingModel } from '../ports.ts';
import { openWorld, project, start } from '../../testing/open-world.ts';

const nextDay = new Date('2026-03-02T00:00:00.000Z');

const world = openWorld();
let warnings: string[];
beforeEach(async () => {
  warnings = [];
});

const nothing = { memories: [] };

it('the statistics leave the time of the host’s clock as it is', async () => {
  const now = new Date(start);
  const memory = await world.openMemory({ clock: { now: () => now } });
  await memory.stats();
  expect(now).toEqual(start);
});

describe('above the daily limit', () => {
  it('extractions wait, log it once, and resume the next day', async () => {
    const memory = await open(100, { answers: [nothing, nothing, nothing] });
    await talk(memory);
    await memory.jobs.drain();
    expect(await extractions(memory)).toEqual(['done']);
    await talk(memory);
    for (let look = 0; look < 5; look += 1) expect(await memory.jobs.drain()).toBe(0);
    expect((await extractions(memory)).toSorted()).toEqual(['done', 'waiting']);
    expect(warnings).toEqual(['the daily token limit is reached: billed background work waits']);
    expect(memory.notices().join()).toContain("today's limit of 100 tokens is reached (120 used)");
    expect((await memory.stats()).ceiling).toEqual({
      limit: 100,
      used: 120,
      reached: true,
      since: new Date('2026-03-01T00:00:00.000Z'),
      code: 'limit_reached',
    });

    await world.setNow(nextDay);
    await memory.jobs.drain();
    expect(await extractions(memory)).toEqual(['done', 'done']);
    await world.setNow(new Date('2026-03-03T00:00:00.000Z'));
    await memory.jobs.drain();
    expect(memory.notices()).toEqual([]);
  });

  it('explicit requests are stored at once and can be recalled', async () => {
    const memory = await open(1, { answers: [nothing] });
    await talk(memory);
    await memory.jobs.drain();
    await memory.remember({ content: 'The staging database listens on 6543', project });
    await memory.jobs.drain();
    expect(memory.notices()).toHaveLength(1);
    const { memories } = await memory.recall({ text: 'Where does the staging database listen?', project });
    expect(memories.map(({ memory: one }) => one.content)).toEqual(['The staging database listens on 6543']);
    expect((await memory.jobs.count()).open).toBe(1);
  });

  it('a new process knows the limit before its first job', async () => {
    const memory = await open(1, { answers: [nothing] });
    await talk(memory);
    await memory.jobs.drain();
    expect((await open(1)).notices()).toHaveLength(1);
    expect((await open(1_000)).notices()).toEqual([]);
    expect((await open(null)).notices()).toEqual([]);
  });

  it('topics are named by rules instead of the model', async () => {
    const memory = await open(1, { answers: [nothing] });
    await talk(memory);
    await memory.jobs.drain();
    memory.focus.noteStep({
      sessionId: randomUUID(),
      project,
      userMessage: 'Fix the login in src/login/session.ts',
      reply: 'Done',
      toolCalls: [],
    });
    await memory.focus.idle();
    expect(await memory.focus.list(project)).toMatchObject([{ topic: 'login' }]);
    expect((await memory.stats()).usage.map(({ operation }) => operation)).toEqual(['extract']);
  });

  it('a free embedder still fills in vectors, a billed one waits', async () => {
    const offline = createOfflineEmbedder();
    const billed = (): EmbeddingModel => ({
      ...offline,
      isLocal: false,
      embed: async (texts, options) => ({ ...(await offline.embed(texts, options)), tokens: 10 }),
    });
    const memory = await open(1, { answers: [nothing] });
    await talk(memory);
    await memory.jobs.drain();
    await memory.remember({ content: 'The staging database listens on 6543', project });
    await memory.close(); // it embeds in the background
    await world.query('update public.devai_memories set embedding = null, embedding_model = null');
    await world.query(
      `select public.devai_enqueue_job('me', 'embed', 'missing', '{}', 0), public.devai_enqueue_job('me', 'embed', 'missing', '{}', 0)`,
    );
    const held = await open(1, { embeddings: billed() });
    expect(await held.jobs.drain()).toBe(0);
    expect((await held.stats()).memories.unembedded).toBe(1);
    expect(await (await open(1)).jobs.drain()).toBe(1);
    expect((await held.stats()).memories.unembedded).toBe(0);
  });
});

describe('above the daily limit of a user', () => {
  const conversation = (user: string, name: string) => memoryOf().for({ user, project, session: name });
  let memory: Memory;
  const memoryOf = () => memory;
  async function tell(user: string, name: string): Promise<void> {
    const chat = conversation(user, name);
    await chat.recall('We talk about this, and then about that, and in the end about nothing');
    await chat.end({ now: true });
    await memory.jobs.drain();
  }
  const kinds = async (user: string) =>
    (await memory.as(user).jobs.list()).filter(({ kind }) => kind === 'extract').map(({ status }) => status);

  it('only their work waits, they see which limit it is, and the operator how many they are', async () => {
    memory = await world.openMemory({
      users: 'many',
      models: { small: scriptedChatModel([nothing, nothing, nothing]) },
      clock: { now: () => start },
      options: { usage: { dailyTokenLimitPerUser: 100 } },
    });
    await tell('Alice', 'monday');
    await tell('Alice', 'tuesday');
    await tell('bob', 'monday');
    expect((await kinds('Alice')).toSorted()).toEqual(['done', 'waiting']);
    expect(await kinds('bob')).toEqual(['done']);
    const { ceiling, jobs, usage } = await memory.as('Alice').stats();
    expect(ceiling).toMatchObject({ limit: 100, used: 120, reached: true, code: 'user_limit_reached' });
    expect(jobs).toMatchObject({ done: 1, waiting: 1 });
    expect(usage).toMatchObject([{ operation: 'extract', today: { calls: 1 } }]);
    expect((await memory.as('carol').stats()).ceiling).toMatchObject({ used: 0, reached: false, code: null });
    expect(memory.notices()).toEqual([
      expect.stringContaining("today's limit of 100 tokens for each user is reached by 2"),
    ]);
    const all = await memory.stats();
    expect(all).toMatchObject({
      ceiling: { limit: null, used: 200, reached: false, code: 'user_limit_reached' },
      sessions: { count: 3 },
      jobs: { done: 2, waiting: 1 },
    });
    await world.setNow(nextDay);
    await memory.jobs.drain();
    expect(await kinds('Alice')).toEqual(['done', 'done']);
  });

  it('rules name their topics, and the model those of others', async () => {
    memory = await world.openMemory({
      users: 'many',
      models: { small: scriptedChatModel([nothing]) },
      options: { usage: { dailyTokenLimitPerUser: 100 } },
    });
    await tell('alice', 'monday');
    const step = (sessionId: string) => ({
      ...{ sessionId, project, reply: 'Done', toolCalls: [] },
      userMessage: 'Fix the login in src/login/session.ts',
    });
    const { focus } = memory.as('alice');
    focus.noteStep(step(randomUUID()));
    await focus.idle();
    expect(await focus.list(project)).toMatchObject([{ topic: 'login' }]);
    expect(focus.notice()).toBeNull();
    memory.as('bob').focus.noteStep(step(randomUUID()));
    await memory.as('bob').focus.idle();
    expect(memory.as('bob').focus.notice()).toContain('topics of recent work are not noted');
  });
});

/** Each reply of the scripted model costs 120 tokens. */
function open(
  dailyTokenLimit: number | null,
  {
    answers = [],
    embeddings = createOfflineEmbedder(),
  }: { answers?: object[]; embeddings?: EmbeddingModel } = {},
): Promise<Memory> {
  const own = warnings; // what embeds in the background may warn when its test has ended
  return world.openMemory({
    embeddings,
    models: { small: scriptedChatModel(answers) },
    clock: { now: () => start },
    log: { ...silentLog, warn: (_, text) => own.push(text) },
    options: { usage: { dailyTokenLimit } },
  });
}

async function talk(memory: Memory): Promise<string> {
  const id = await world.say(['We talk about this', 'and then about that', 'and in the end about nothing'], {
    by: memory,
  });
  await memory.sessions.end(id, { now: true });
  return id;
}

async function extractions(memory: Memory) {
  return (await memory.jobs.list()).filter(({ kind }) => kind === 'extract').map(({ status }) => status);
}
