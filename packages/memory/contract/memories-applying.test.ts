import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredCandidate } from '../src/store/memories.ts';
import type { Decision } from '../src/types.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement, usersWord } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, start, user } from '../testing/open-world.ts';

describe.each(testDatabases())('applying decisions on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  describe('to candidates', () => {
    it('adds, updates, contradicts or recognises, each with its history', async () => {
      const old = await world.add('jwt', { importance: 8 });
      await world.store.updateMemory(old.id, { pinned: true }, user, 'important');
      const wrong = await world.add('port 1');
      const known = await world.add('pnpm');
      const candidates = ['new', 'jwt with rotation', 'port 2', 'pnpm'].map((text) => sampleStatement(text));
      const [added, refined, contradicting] = candidates;

      await world.setNow(daysAfter(1));
      const applied = await world.apply(candidates, [
        { action: 'add', targetId: null, reason: 'new knowledge' },
        { action: 'update', targetId: old.id, reason: 'says more' },
        { action: 'delete', targetId: wrong.id, reason: 'changed' },
        { action: 'noop', targetId: known.id, reason: 'known' },
      ]);
      expect(applied).toEqual([
        { candidate: 0, action: 'added', memoryId: added?.id, previousId: null, reason: 'new knowledge' },
        { candidate: 1, action: 'updated', memoryId: refined?.id, previousId: old.id, reason: 'says more' },
        {
          candidate: 2,
          action: 'contradicted',
          memoryId: contradicting?.id,
          previousId: wrong.id,
          reason: 'changed',
        },
        { candidate: 3, action: 'known', memoryId: known.id, previousId: null, reason: 'known' },
      ]);
      expect(await world.valid()).toEqual(['jwt with rotation', 'new', 'pnpm', 'port 2']);
      expect(await world.get(old.id)).toMatchObject({
        isValid: false,
        supersededBy: refined?.id,
        invalidatedReason: 'says more',
        invalidatedAt: daysAfter(1),
      });
      expect(await world.get(refined?.id ?? '')).toMatchObject({ pinned: true, importance: 8 });
      expect(await world.actions(old.id)).toEqual(['added', 'pinned', 'superseded']);
      expect(await world.actions(wrong.id)).toEqual(['added', 'invalidated']);
      expect(await world.get(known.id)).toMatchObject({ lastAccessedAt: daysAfter(1), strength: 1 });
      expect(await world.store.listJobs({ status: 'done', limit: 1 })).toMatchObject([
        { result: { applied: [{ action: 'added' }, { action: 'updated' }, {}, {}] } },
      ]);
    });

    it('keeps one of two equal candidates in a batch, whatever the decisions are', async () => {
      const target = await world.add('port 1');
      const twins = [sampleStatement('port 2'), sampleStatement('port 2'), sampleStatement('port 2')];
      const applied = await world.apply(twins, [
        { action: 'add', targetId: null },
        { action: 'update', targetId: target.id },
        { action: 'noop', targetId: twins[0]?.id ?? null },
      ]);
      expect(applied.map(({ action }) => action)).toEqual(['added', 'updated', 'known']);
      expect(new Set(applied.map(({ memoryId }) => memoryId)).size).toBe(1);
      expect(await world.valid()).toEqual(['port 2']);
    });

    it('links a noop on another candidate of the batch to the memory that it became', async () => {
      const stored = await world.add('uses pnpm');
      const [twin, repeat] = [
        sampleStatement('uses pnpm'),
        sampleStatement('pnpm is used', { trust: 'user' }),
      ];
      const applied = await world.apply(
        [repeat, twin],
        [
          { candidate: 1, action: 'add', targetId: null },
          { candidate: 0, action: 'noop', targetId: twin.id },
        ],
      );
      expect(applied).toMatchObject([
        { candidate: 0, action: 'known', memoryId: stored.id },
        { candidate: 1, action: 'known', memoryId: stored.id },
      ]);
    });

    it.each(['update', 'delete', 'noop'] as const)(
      'loses nothing when the target of a %s is gone',
      async (action) => {
        const ended = await world.add('ended');
        await world.store.invalidateMemory(ended.id, user, 'wrong');
        const expired = await world.add('expired');
        await world.store.updateMemory(expired.id, { expiresAt: daysAfter(1) }, user, 'short');
        const elsewhere = await world.add('elsewhere', { namespace: 'devai/project/other' });
        await world.setNow(daysAfter(2));
        const targets = [ended.id, expired.id, elsewhere.id, randomUUID()];
        const candidates = targets.map((_, index) => sampleStatement(`candidate ${index}`));
        await world.apply(
          candidates,
          targets.map((targetId) => ({ action, targetId })),
        );
        expect(await world.valid()).toEqual([
          'candidate 0',
          'candidate 1',
          'candidate 2',
          'candidate 3',
          'elsewhere',
        ]);
      },
    );

    it('counts a noop for the memory that has replaced its target meanwhile', async () => {
      const first = await world.add('port 1');
      const second = sampleStatement('port 2');
      await world.apply([second], [{ action: 'update', targetId: first.id }]);
      const applied = await world.apply(
        [sampleStatement('the port')],
        [{ action: 'noop', targetId: first.id }],
      );
      expect(applied).toMatchObject([{ action: 'known', memoryId: second.id }]);
    });

    it('refreshes a memory when the user says it or the text is the same, not when the agent repeats it', async () => {
      const { id } = await world.add('pnpm');
      const lastAccess = async () => (await world.get(id)).lastAccessedAt;
      const noop = { action: 'noop', targetId: id } as const;
      await world.setNow(daysAfter(1));
      await world.apply([sampleStatement('uses pnpm', { trust: 'agent' })], [noop]);
      expect(await lastAccess()).toEqual(start);
      await world.apply([sampleStatement('uses pnpm', { trust: 'user' })], [noop]);
      expect(await lastAccess()).toEqual(daysAfter(1));
      await world.setNow(daysAfter(2));
      await world.apply([sampleStatement('pnpm', { trust: 'agent' })], [noop]);
      expect(await lastAccess()).toEqual(daysAfter(2));
    });
  });

  describe('to what the user stated', () => {
    it('refuses a change by anybody else: it is kept as disputed, and the history tells it', async () => {
      const stated = await world.add('always tabs', usersWord);
      const applied = await world.apply(
        [sampleStatement('spaces', { priority: 'high' }), sampleStatement('tabs of 4', { priority: 'high' })],
        [
          { action: 'delete', targetId: stated.id },
          { action: 'update', targetId: stated.id },
        ],
      );
      const reason = 'only the user changes what the user stated or restored: because';
      const refused = { action: 'refused', previousId: stated.id, reason };
      expect(applied).toMatchObject([refused, refused]);
      expect(await world.valid()).toEqual(['always tabs', 'spaces', 'tabs of 4']);
      const [kept] = applied;
      expect(await world.get(kept?.memoryId ?? '')).toMatchObject({ metadata: { disputes: [stated.id] } });
      const events = await world.store.listMemoryEvents(stated.id);
      expect(events.slice(-2)).toMatchObject([
        { action: 'disputed', reason },
        { action: 'disputed', reason },
      ]);
    });

    it('lets the user’s later statement replace it, not an earlier one that is extracted late', async () => {
      const session = randomUUID();
      await world.store.openSession({ id: session, project: 'taskforge', agent: 'chapo', metadata: {} });
      const messages = [sampleMessage('port 1'), sampleMessage('port 3', { createdAt: daysAfter(3) })];
      await world.store.appendMessages(session, messages, { idleSeconds: 1_800, every: 0 });
      const from = (number: number) => ({
        ...usersWord,
        evidence: [{ sessionId: session, messages: [number], quote: '' }],
      });
      await world.setNow(daysAfter(1));
      const stated = await world.add('port 2', usersWord);

      await world.setNow(daysAfter(4));
      for (const action of ['delete', 'update'] as const) {
        const earlier = await world.apply(
          [sampleStatement('port 1', from(1))],
          [{ action, targetId: stated.id }],
        );
        expect(earlier).toMatchObject([
          { action: 'refused', reason: 'the user said otherwise since: because' },
        ]);
        expect(await world.valid()).toEqual(['port 2']);
      }
      const later = await world.apply(
        [sampleStatement('port 3', from(2))],
        [{ action: 'delete', targetId: stated.id }],
      );
      expect(later).toMatchObject([{ action: 'contradicted' }]);
      expect(await world.valid()).toEqual(['port 3']);
    });

    it('lets nobody but the user end what a person restored, and only by what they said since', async () => {
      const restored = await world.add('deploys by hand');
      await world.store.invalidateMemory(restored.id, user, 'wrong');
      await world.setNow(daysAfter(2));
      await world.store.restoreMemory(restored.id, user, 'it was right');
      const change = async (text: string, fields: Partial<StoredCandidate>) => {
        const [one] = await world.apply(
          [sampleStatement(text, fields)],
          [{ action: 'update', targetId: restored.id }],
        );
        return one?.action;
      };
      expect(await change('deploys by a script', { priority: 'high' })).toBe('refused');
      expect(await world.get(restored.id)).toMatchObject({ isValid: true });
      await world.setNow(daysAfter(3));
      expect(await change('deploys by a robot', usersWord)).toBe('updated');
      expect(await world.get(restored.id)).toMatchObject({ isValid: false });
    });

    it('never lets a tool replace it, or a pinned memory', async () => {
      const vouched = await world.add('vouched', { trust: 'user', priority: 'medium' });
      const pinned = await world.add('pinned');
      await world.store.updateMemory(pinned.id, { pinned: true }, user, 'keep');
      const byTool = { trust: 'tool', priority: 'highest', source: 'user_stated' } as const;
      await world.apply(
        [vouched, pinned].map(({ content }) => sampleStatement(`not ${content}`, byTool)),
        [vouched, pinned].map(({ id }) => ({ action: 'delete', targetId: id })),
      );
      expect(await world.valid()).toEqual(['not pinned', 'not vouched', 'pinned', 'vouched']);
    });
  });

  describe('as all or nothing', () => {
    it('applies nothing for a worker that lost its lease, and everything once for the one that holds it', async () => {
      await enqueue();
      const job = await claim('slow');
      await world.setNow(daysAfter(1));
      await claim('quick');
      await expect(applyAs('slow', job.id)).rejects.toMatchObject({ code: 'lease_lost' });
      expect(await world.valid()).toEqual([]);
      await applyAs('quick', job.id);
      await expect(applyAs('quick', job.id)).rejects.toMatchObject({ code: 'lease_lost' });
      expect(await world.valid()).toEqual(['a']);
    });

    it('moves the watermark together with the memories, or changes neither', async () => {
      const session = randomUUID();
      await world.store.openSession({ id: session, project: null, agent: 'chapo', metadata: {} });
      const messages = [1, 2, 3].map((number) => sampleMessage(`message ${number}`));
      await world.store.appendMessages(session, messages, { idleSeconds: 1_800, every: 0 });
      await enqueue();
      const job = await claim('w');
      const at = (from: number, through: number) => ({ watermark: { sessionId: session, from, through } });
      await expect(applyAs('w', job.id, at(1, 3))).rejects.toMatchObject({ code: 'conflict' });
      await expect(applyAs('w', job.id, at(0, 4))).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await world.valid()).toEqual([]);
      await applyAs('w', job.id, at(0, 2));
      expect(await world.store.getSession(session)).toMatchObject({ extractedThrough: 2 });
      expect(await world.valid()).toEqual(['a']);
    });

    it('refuses candidates without exactly one decision, and a batch with one bad candidate', async () => {
      await enqueue();
      const job = await claim('w');
      const add = (candidate: number) => ({ candidate, action: 'add', targetId: null, reason: 'r' }) as const;
      const candidates = [sampleStatement('a'), sampleStatement('b')];
      for (const decisions of [
        [add(0)],
        [add(0), add(0)],
        [add(0), add(1), add(2)],
        [add(0), add(1), add(1)],
      ]) {
        await expect(applyAs('w', job.id, { candidates, decisions })).rejects.toMatchObject({
          code: 'invalid_input',
        });
      }
      const bad = [sampleStatement('good'), sampleStatement('')];
      await expect(
        applyAs('w', job.id, { candidates: bad, decisions: [add(0), add(1)] }),
      ).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await world.valid()).toEqual([]);
      await applyAs('w', job.id, { candidates: [], decisions: [] });
      expect(await world.store.listJobs({ status: 'done', limit: 1 })).toMatchObject([
        { result: { applied: [] } },
      ]);
    });

    async function applyAs(
      worker: string,
      jobId: string,
      options: {
        decisions?: Decision[];
        candidates?: StoredCandidate[];
        watermark?: { sessionId: string; from: number; through: number };
      } = {},
    ) {
      return world.store.applyDecisions({
        jobId,
        worker,
        candidates: options.candidates ?? [sampleStatement('a')],
        decisions: options.decisions ?? [{ candidate: 0, action: 'add', targetId: null, reason: 'r' }],
        watermark: options.watermark ?? null,
        result: {},
      });
    }

    async function claim(worker: string) {
      const job = await world.store.claimJob(worker, 60, 8);
      if (!job) throw new Error('no job is due');
      return job;
    }

    function enqueue() {
      return world.store.enqueueJob({ kind: 'deduplicate', key: 'x', payload: {}, delaySeconds: 0 });
    }
  });
});
