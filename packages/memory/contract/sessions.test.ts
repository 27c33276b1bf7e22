import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../src/store/store.ts';
import type { Candidate } from '../src/types.ts';
import { sampleMessage } from './sample-message.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, secondsAfter, start } from '../testing/open-world.ts';

const id = randomUUID();

describe.each(testDatabases())('sessions on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  beforeEach(async () => {
    await open();
  });

  it('are created once', async () => {
    const reopened = await open();
    expect(reopened).toEqual({
      id,
      name: null,
      firstWords: null,
      project: 'taskforge',
      agent: 'chapo',
      state: {},
      gist: null,
      summary: null,
      summaryHash: null,
      summaryThrough: 0,
      extractedThrough: 0,
      messageCount: 0,
      tokenCount: 0,
      parent: null,
      handedOverFrom: null,
      metadata: { client: 'terminal' },
      createdAt: start,
      lastActiveAt: start,
      endedAt: null,
    });
    expect(await world.store.getSession(id)).toEqual(reopened);
    expect(await world.store.getSession(randomUUID())).toBeNull();
  });

  it('are updated only in the given fields', async () => {
    await world.store.updateSession(id, { name: 'Deploying', state: { step: 2 } });
    const updated = await world.store.updateSession(id, { state: {} });
    expect(updated).toMatchObject({ name: 'Deploying', state: {}, metadata: { client: 'terminal' } });
    await expect(world.store.updateSession(randomUUID(), { name: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('are listed last active first, by project, page by page', async () => {
    const other = randomUUID();
    await world.setNow(secondsAfter(60));
    await world.store.openSession({ id: other, project: null, agent: 'chapo', metadata: {} });
    await world.store.updateSession(id, { name: 'Deploying' });
    await world.store.updateSession(other, { name: 'Baking' });
    const list = async (query: Partial<Parameters<Store['listSessions']>[0]>) =>
      (await world.store.listSessions({ project: null, before: null, limit: 10, ...query })).map(
        (session) => session.id,
      );
    expect(await list({})).toEqual([other, id]);
    expect(await list({ limit: 1 })).toEqual([other]);
    expect(await list({ before: secondsAfter(60) })).toEqual([id]);
    expect(await list({ project: 'taskforge' })).toEqual([id]);
    expect(await list({ project: 'task' })).toEqual([]);
    await world.setNow(secondsAfter(120));
    await append(1);
    expect(await list({})).toEqual([id, other]);
  });

  it('are listed once something was said in them or they have a name, with the first words of the user', async () => {
    const list = () => world.store.listSessions({ project: null, before: null, limit: 10 });
    expect(await list()).toEqual([]);
    const messages = [
      sampleMessage('an agent continues', { type: 'notice' }),
      sampleMessage('how can I help?', { role: 'assistant' }),
      sampleMessage(`why is the build red? ${'x'.repeat(400)}`),
      sampleMessage('and since when?'),
    ];
    await world.store.appendMessages(id, messages, { idleSeconds: 1_800, every: 0 });
    const firstWords = async () => (await list()).map((session) => session.firstWords);
    expect(await firstWords()).toEqual([messages[2]?.content.slice(0, 300)]);
    const forgotten = JSON.stringify([{ kind: 'forgotten', part: null }]);
    await world.query('update public.devai_messages set marks = $2 where session_id = $1 and number = 3', [
      id,
      forgotten,
    ]);
    expect(await firstWords()).toEqual(['and since when?']);
    await world.store.updateSession(id, { name: 'The red build' });
    expect(await list()).toMatchObject([{ name: 'The red build', firstWords: null }]);
  });

  describe('with messages above the watermark', () => {
    beforeEach(() => append(4));

    it('are extracted once when nobody writes for the idle time', async () => {
      await world.setNow(secondsAfter(1_799));
      expect(await world.store.enqueueDueExtractions()).toBe(0);
      await world.setNow(secondsAfter(1_800));
      expect(await world.store.enqueueDueExtractions()).toBe(1);
      expect(await world.store.enqueueDueExtractions()).toBe(0);
      expect(await extractJobs()).toMatchObject([
        { status: 'waiting', runAt: secondsAfter(1_800), attempts: 0 },
      ]);
    });

    it('are extracted when the grace period after their end is over', async () => {
      expect(await world.store.endSession(id, 30)).toEqual({ due: true });
      expect(await world.store.getSession(id)).toMatchObject({ endedAt: start });
      await world.setNow(secondsAfter(29));
      expect(await world.store.enqueueDueExtractions()).toBe(0);
      await world.setNow(secondsAfter(30));
      expect(await world.store.enqueueDueExtractions()).toBe(1);
    });

    it('are extracted at once when they end without a grace period', async () => {
      expect(await world.store.endSession(id, 0)).toEqual({ due: true });
      expect(await extractJobs()).toMatchObject([{ status: 'waiting', runAt: start }]);
    });

    it('are not extracted when they are reopened within the grace period, but later when they stay idle', async () => {
      await world.store.endSession(id, 30);
      await world.setNow(secondsAfter(10));
      expect(await open()).toMatchObject({ endedAt: null });
      await world.setNow(secondsAfter(60));
      expect(await world.store.enqueueDueExtractions()).toBe(0);
      await world.setNow(secondsAfter(1_800));
      expect(await world.store.enqueueDueExtractions()).toBe(1);
    });

    it('are due after a restart, whatever happened to their clients', async () => {
      await open();
      await world.query('update public.devai_sessions set idle_due_at = null');
      expect(await world.store.endOrphanedSessions(30)).toBe(1);
      await world.setNow(secondsAfter(20));
      await world.store.endOrphanedSessions(30);
      await world.setNow(secondsAfter(30));
      expect(await world.store.enqueueDueExtractions()).toBe(1);
    });

    it('are no longer due when an extraction moved the watermark to the last message', async () => {
      await world.store.endSession(id, 30);
      await extractThrough(0, 4);
      await world.setNow(secondsAfter(10_000));
      expect(await world.store.enqueueDueExtractions()).toBe(0);
      expect(await world.store.endSession(id, 0)).toEqual({ due: false });
      expect(await world.store.endOrphanedSessions(30)).toBe(0);
      expect(await extractJobs()).toEqual([]);
    });

    it('stay due when a message came during the extraction', async () => {
      await append(1);
      await extractThrough(0, 4);
      await world.setNow(secondsAfter(1_800));
      expect(await world.store.enqueueDueExtractions()).toBe(1);
    });

    it('have a watermark that moves only from where it is, never back or beyond the last message', async () => {
      await extractThrough(0, 2);
      await expect(extractThrough(0, 4)).rejects.toMatchObject({ code: '22DV3' });
      await expect(extractThrough(2, 1)).rejects.toMatchObject({ code: '22DV1' });
      await expect(extractThrough(2, 5)).rejects.toMatchObject({ code: '22DV1' });
      expect(await world.store.getSession(id)).toMatchObject({ extractedThrough: 2 });
    });
  });

  it('without messages above the watermark start no job when they end', async () => {
    expect(await world.store.endSession(id, 0)).toEqual({ due: false });
    expect(await world.store.endSession(id, 30)).toEqual({ due: false });
    await append(1); // an end that has nothing to extract must not cut short what comes after it
    await world.setNow(secondsAfter(1_000));
    expect(await world.store.enqueueDueExtractions()).toBe(0);
    await extractThrough(0, 1);
    await world.setNow(secondsAfter(10_000));
    expect(await world.store.enqueueDueExtractions()).toBe(0);
    expect(await extractJobs()).toEqual([]);
    await expect(world.store.endSession(randomUUID(), 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are extracted each time a given number of messages is above the watermark', async () => {
    await append(19, 20);
    expect(await extractJobs()).toHaveLength(0);
    await append(2, 20);
    expect(await extractJobs()).toHaveLength(1);
    await world.query(`update public.devai_jobs set status = 'dead'`);
    await append(18, 20);
    expect(await extractJobs()).toHaveLength(1);
    await append(1, 20);
    expect(await extractJobs()).toHaveLength(2);
  });

  it('that ended are reopened by a message', async () => {
    await world.store.endSession(id, 30);
    await append(1);
    expect(await world.store.getSession(id)).toMatchObject({ endedAt: null });
  });

  describe('being compacted', () => {
    beforeEach(() => append(10));

    it('store the summary, move the watermark, and enqueue the candidates as a separate job', async () => {
      const candidates = [candidate('one', [1, 2]), candidate('two', [6])];
      const { session, jobId } = await compact(0, 6, candidates);
      expect(session).toMatchObject({
        summary: 'to 6',
        summaryHash: 'h',
        summaryThrough: 6,
        extractedThrough: 6,
      });
      const [job] = await world.store.listJobs({ status: 'waiting', limit: 10 });
      expect(job).toMatchObject({ id: jobId, kind: 'deduplicate', payload: { sessionId: id, candidates } });
    });

    it('keep the candidates of two compactions that both wait', async () => {
      await compact(0, 4, [candidate('one', [1])]);
      await compact(4, 8, [candidate('two', [7])]);
      const waiting = await world.store.listJobs({ status: 'waiting', limit: 10 });
      expect(waiting).toHaveLength(2);
    });

    it('leave out what an extraction already took, by the watermark of that time', async () => {
      await extractThrough(0, 5);
      const { session, jobId } = await compact(0, 6, [
        candidate('taken', [4, 5]),
        candidate('new', [6]),
        candidate('both', [5, 6]),
      ]);
      expect(session.extractedThrough).toBe(6);
      const [job] = await world.store.listJobs({ status: 'waiting', limit: 10 });
      expect(job?.id).toBe(jobId);
      expect(job?.payload['candidates']).toMatchObject([{ content: 'new' }, { content: 'both' }]);
    });

    it('never move the watermark back, and make no job without candidates', async () => {
      await extractThrough(0, 10);
      const { session, jobId } = await compact(0, 6, [candidate('taken', [4])]);
      expect(session).toMatchObject({ summaryThrough: 6, extractedThrough: 10 });
      expect(jobId).toBeNull();
      expect(await world.store.listJobs({ status: null, limit: 10 })).toEqual([]);
    });

    it('are refused with conflict when another compaction came first, and change nothing', async () => {
      await compact(0, 4);
      await expect(compact(0, 6, [candidate('late', [6])])).rejects.toMatchObject({ code: 'conflict' });
      expect(await world.store.getSession(id)).toMatchObject({
        summary: 'to 4',
        summaryThrough: 4,
        extractedThrough: 4,
      });
      expect(await world.store.listJobs({ status: null, limit: 10 })).toEqual([]);
      await expect(compact(4, 4)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(compact(4, 11)).rejects.toMatchObject({ code: 'invalid_input' });
    });

    it('make a running extraction fail with conflict', async () => {
      await compact(0, 6);
      await expect(extractThrough(0, 10)).rejects.toMatchObject({ code: '22DV3' });
    });
  });

  describe.runIf(testDatabase.capabilities.concurrentConnections)(
    'in a race (two connections: a Postgres server)',
    () => {
      it('that are opened by many at once are one', async () => {
        const other = randomUUID();
        const opened = await Promise.allSettled(
          Array.from({ length: 10 }, (_, index) =>
            world.store.openSession({ id: other, project: `p${index % 2}`, agent: 'chapo', metadata: {} }),
          ),
        );
        const projects = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value.project] : []));
        expect(projects).toHaveLength(5);
        expect(new Set(projects).size).toBe(1);
        for (const one of opened) {
          if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' });
        }
      });

      it('that end while others look for due ones make one job', async () => {
        await append(3);
        await world.store.endSession(id, 30);
        await world.setNow(secondsAfter(30));
        await Promise.all([
          ...Array.from({ length: 6 }, () => world.store.enqueueDueExtractions()),
          ...Array.from({ length: 6 }, () => world.store.endSession(id, 0)),
        ]);
        expect(await extractJobs()).toHaveLength(1);
      });

      it('that two processes compact at once keep the first and refuse the second', async () => {
        await append(10);
        const outcomes = await Promise.allSettled(
          [4, 5, 6].map((through) =>
            world.store.saveCompaction({
              sessionId: id,
              from: 0,
              through,
              before: null,
              summary: '',
              summaryHash: '',
              candidates: [],
            }),
          ),
        );
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      });
    },
  );

  function open(project: string | null = 'taskforge') {
    return world.store.openSession({ id, project, agent: 'chapo', metadata: { client: 'terminal' } });
  }

  function append(count: number, every = 0) {
    return world.store.appendMessages(
      id,
      Array.from({ length: count }, (_, index) => sampleMessage(`message ${index}`)),
      { idleSeconds: 1_800, every },
    );
  }

  async function extractJobs() {
    return (await world.store.listJobs({ status: null, limit: 100 })).filter(
      (job) => job.kind === 'extract' && job.key === id,
    );
  }

  /** Does what an extraction does at its end. */
  function extractThrough(from: number, through: number) {
    return world.query('select public.devai__move_watermark($1, $2, $3)', [id, from, through]);
  }

  function compact(from: number, through: number, candidates: Candidate[] = []) {
    return world.store.saveCompaction({
      sessionId: id,
      from,
      through,
      before: from === 0 ? null : `to ${from}`,
      summary: `to ${through}`,
      summaryHash: 'h',
      candidates,
    });
  }
});

function candidate(content: string, messages: number[]): Candidate {
  return {
    content,
    title: null,
    memoryType: 'semantic',
    category: 'other',
    namespace: 'devai/project/taskforge',
    source: 'compaction',
    priority: 'medium',
    importance: 5,
    tags: [],
    metadata: {},
    evidence: [{ sessionId: id, messages, quote: '' }],
    trust: 'agent',
  };
}
