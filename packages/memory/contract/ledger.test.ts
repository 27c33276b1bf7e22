import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UsageEntry } from '../src/store/ledger.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, start, user } from '../testing/open-world.ts';

const failure = { error: 'no', attempts: 8, firstDelay: 60, longestDelay: 3_600 };
const add = [{ candidate: 0, action: 'add' as const, targetId: null, reason: 'new' }];

describe.each(testDatabases())('the ledger on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('records what a job used when it ends, however it ends', async () => {
    const { store } = world;
    await store.completeJob((await claim()).id, 'w', {}, [entry(1)]);
    await store.failJob((await claim()).id, 'w', { ...failure, usage: [entry(10)] });
    await store.failJob((await claim()).id, 'w', { ...failure, attempts: 1, usage: [entry(100)] });
    const given = await claim();
    await store.releaseJob(given.id, 'w', [entry(1_000)]);
    await store.claimJob('w', 60, 8);
    const [candidate] = [sampleStatement('a statement')];
    const applying = { worker: 'w', watermark: null, result: {}, candidates: [candidate], decisions: add };
    await store.applyDecisions({ ...applying, jobId: given.id, usage: [entry(10_000), entry(20_000)] });
    const stored = await world.add('another');
    const job = await store.claimJob('w', 60, 8);
    await store.applyDecisionToStored({
      jobId: job?.id ?? '',
      worker: 'w',
      memoryId: stored.id,
      decision: { candidate: 0, action: 'add', targetId: null, reason: 'new' },
      result: {},
      usage: [entry(100_000)],
    });
    expect(await tokensToday()).toBe(131_111 + 7);
  });

  it('records nothing of a job that the worker lost, because nothing of it was applied', async () => {
    const { id } = await claim();
    const usage = [entry(5)];
    const lost = { code: 'lease_lost' };
    await expect(world.store.completeJob(id, 'another', {}, usage)).rejects.toMatchObject(lost);
    await expect(world.store.failJob(id, 'another', { ...failure, usage })).rejects.toMatchObject(lost);
    await expect(world.store.releaseJob(id, 'another', usage)).rejects.toMatchObject(lost);
    expect(await tokensToday()).toBe(0);
  });

  it('counts a day from midnight to midnight, UTC', async () => {
    await world.setNow(new Date('2026-03-01T23:59:59.999Z'));
    await world.store.recordUsage([entry(10)]);
    expect(await tokensToday()).toBe(11);
    await world.setNow(new Date('2026-03-02T00:00:00.000Z'));
    expect(await tokensToday()).toBe(0);
    await world.store.recordUsage([entry(20)]);
    expect(await tokensToday()).toBe(21);
  });

  it('has sums by operation and model, for today, 30 days and all time', async () => {
    for (const days of [0, 1, 29, 30]) {
      await world.setNow(daysAfter(days));
      await world.store.recordUsage([entry(10), entry(1, { operation: 'embed_memory', model: 'vectors' })]);
    }
    const count = (calls: number, input: number) => ({
      calls,
      inputTokens: calls * input,
      outputTokens: calls,
    });
    const { usage, usedToday, days } = await read();
    const newest = daysAfter(30).toISOString().slice(0, 10);
    expect(days).toHaveLength(6);
    expect(days.filter(({ day }) => day === newest)).toEqual([
      { day: newest, operation: 'embed_memory', model: 'vectors', cost: null, ...count(1, 1) },
      { day: newest, operation: 'extract', model: 'small', cost: null, ...count(1, 10) },
    ]);
    expect(usage).toEqual([
      {
        operation: 'extract',
        model: 'small',
        today: count(1, 10),
        last30Days: count(3, 10),
        allTime: count(4, 10),
      },
      {
        operation: 'embed_memory',
        model: 'vectors',
        today: count(1, 1),
        last30Days: count(3, 1),
        allTime: count(4, 1),
      },
    ]);
    expect(usedToday).toBe(13);
  });

  it('shows what a session cost and which job made each of its memories', async () => {
    const { store } = world;
    const [mine, other] = [await openSession('p'), await openSession('q')];
    const candidates = ['one', 'two'].map((content) => sampleStatement(content, { sessionId: mine }));
    const job = await claim();
    await store.applyDecisions({
      jobId: job.id,
      worker: 'w',
      candidates,
      decisions: candidates.map((_, candidate) => ({
        candidate,
        action: 'add',
        targetId: null,
        reason: 'r',
      })),
      watermark: null,
      result: {},
      usage: [entry(100, { sessionId: mine, jobId: job.id }), entry(10, { sessionId: mine, jobId: job.id })],
    });
    await world.store.recordUsage([entry(500, { sessionId: other }), entry(7)]);
    await world.add('said', { sessionId: mine });

    expect((await read()).costliestSessions).toEqual([
      { sessionId: other, name: null, project: 'q', tokens: 501 },
      { sessionId: mine, name: null, project: 'p', tokens: 112 },
    ]);
    const one = await read({ sessionId: mine });
    expect(one.usage).toMatchObject([{ allTime: { calls: 2, inputTokens: 110 } }]);
    expect(one.costliestSessions).toMatchObject([{ sessionId: mine, tokens: 112 }]);
    const cost = { jobId: job.id, jobTokens: 112, madeTogether: 2 };
    expect(one.memoryCosts.toSorted((a, b) => a.memoryId.localeCompare(b.memoryId))).toEqual(
      candidates
        .map(({ id }) => ({ memoryId: id, ...cost }))
        .toSorted((a, b) => a.memoryId.localeCompare(b.memoryId)),
    );
    expect((await read({ project: 'q' })).usage).toMatchObject([{ allTime: { calls: 1, inputTokens: 500 } }]);
    expect((await read()).memoryCosts).toEqual([]);
  });

  it('is part of the figures of the store', async () => {
    await openSession('p');
    const inQ = { namespace: 'devai/project/q/x' };
    await world.setNow(daysAfter(-10));
    await world.add('faded, but not pruned yet', { vector: sampleVector(1), embeddingModel: 'm1' });
    await world.setNow(start);
    await world.add('a', { vector: sampleVector(1), embeddingModel: 'm1', priority: 'highest' });
    await world.add('b', { ...inQ, vector: sampleVector(1), embeddingModel: 'old' });
    const { id } = await world.add('c', { ...inQ, memoryType: 'episodic' });
    await world.store.updateMemory(id, { pinned: true }, user, 'r');
    const gone = await world.add('d', inQ);
    await world.store.invalidateMemory(gone.id, user, 'r');
    await world.setNow(daysAfter(52));
    const { memories, sessions, jobs, usage } = await read();
    expect(memories).toEqual({
      valid: 3,
      invalid: 2, // d, and the one that has faded
      pinned: 1,
      unembedded: 2,
      fading: 1, // b: the others are pinned, or stated by the user
      byType: { semantic: 2, episodic: 1 },
      byPriority: { highest: 1, medium: 2 },
      byScope: [
        { scope: 'devai/project/q', valid: 2 },
        { scope: 'devai/project/taskforge', valid: 1 },
      ],
    });
    expect(sessions).toEqual({ count: 1, messages: 1 });
    // one for each statement, and one for the vectors
    expect(jobs).toEqual({ waiting: 6, running: 0, done: 0, dead: 0 });
    expect(usage).toEqual([]);
    const one = await read({ scopes: ['devai/project/q'], project: 'q' });
    expect(one.memories).toMatchObject({ valid: 2, invalid: 1, pinned: 1 });
    expect(one.sessions).toEqual({ count: 0, messages: 0 });
  });

  const tokensToday = async () => (await world.store.countTokensToday(null)).used;

  function read(narrow: { scopes?: string[]; project?: string; sessionId?: string } = {}) {
    return world.store.getStats({
      scopes: null,
      project: null,
      sessionId: null,
      embeddingModel: 'm1',
      warnDays: 7,
      ...narrow,
    });
  }

  function entry(inputTokens: number, fields: Partial<UsageEntry> = {}): UsageEntry {
    return {
      operation: 'extract',
      model: 'small',
      inputTokens,
      outputTokens: 1,
      sessionId: null,
      jobId: null,
      ...fields,
    };
  }

  async function claim() {
    await world.store.enqueueJob({ kind: 'extract', key: randomUUID(), payload: {}, delaySeconds: -1e6 });
    const job = await world.store.claimJob('w', 60, 8);
    if (!job) throw new Error('nothing was due');
    return job;
  }

  async function openSession(project: string) {
    const id = randomUUID();
    await world.store.openSession({ id, project, agent: 'chapo', metadata: {} });
    await world.store.appendMessages(id, [sampleMessage('hello')], { idleSeconds: 60, every: 0 });
    return id;
  }
});
