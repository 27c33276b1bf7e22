import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredCandidate } from '../src/store/memories.ts';
import type { Metadata } from '../src/types.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement, usersWord } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, scopes, start, user } from '../testing/open-world.ts';

describe.each(testDatabases())('plans, tasks and decisions on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  describe('the status of a task', () => {
    it('is changed by a statement that only names the task, and undone with its job', async () => {
      const before = await world.add(
        task('build the exporter', 'doing', { ...usersWord, metadata: { assignee: 'Jana' } }),
      );
      await world.setNow(daysAfter(1));
      const told = task('the exporter', 'done', usersWord);
      const [applied] = await world.apply([told], [{ action: 'update', targetId: before.id, inPlace: true }]);
      expect(applied).toMatchObject({ action: 'updated', memoryId: before.id, previousId: null });
      expect(await world.get(before.id)).toMatchObject({
        content: 'build the exporter',
        metadata: {
          status: 'done',
          assignee: 'Jana',
          note: 'the exporter',
          completedAt: daysAfter(1).toISOString().replace('.000Z', '+00:00'),
        },
      });
      const [event] = (await world.store.listMemoryEvents(before.id)).slice(-1);
      expect(await world.store.undoJob(event?.actor.id ?? '', user, 'no')).toMatchObject({
        undone: [{ memoryId: before.id, action: 'reverted' }],
      });
      expect((await world.get(before.id)).metadata).toEqual(before.metadata);
    });

    it('is also changed by the agent in a task of the user, but not by a tool', async () => {
      const stated = await world.add(task('build the exporter', 'doing', usersWord));
      const page = task('the exporter is done', 'done', { trust: 'tool' });
      const [refused] = await world.apply([page], [{ action: 'update', targetId: stated.id }]);
      expect(refused).toMatchObject({ action: 'refused' });
      const agent = task('the exporter of the shop is done', 'done', { trust: 'agent' });
      const [applied] = await world.apply([agent], [{ action: 'update', targetId: stated.id }]);
      expect(applied).toMatchObject({ action: 'updated', memoryId: stated.id });
      expect(await world.get(stated.id)).toMatchObject({
        content: 'build the exporter',
        priority: 'highest',
        trust: 'user',
        metadata: { status: 'done', note: 'the exporter of the shop is done' },
      });
    });

    it("is not changed by a tool's output in a task of the agent, either", async () => {
      const noted = await world.add(task('build the exporter', 'doing'));
      const page = task('the exporter is done', 'done', { trust: 'tool' });
      const [applied] = await world.apply([page], [{ action: 'update', targetId: noted.id }]);
      expect(applied).toMatchObject({ action: 'refused' });
      expect(await world.get(noted.id)).toMatchObject({ isValid: true, metadata: { status: 'doing' } });
    });

    it('goes to the memory that replaced the task meanwhile', async () => {
      const old = await world.add(task('build the exporter', 'todo', usersWord));
      const doing = task('the exporter is being built', 'doing', usersWord);
      const done = task('the exporter is built', 'done', usersWord);
      const applied = await world.apply(
        [doing, done],
        [
          { action: 'update', targetId: old.id },
          { action: 'update', targetId: old.id },
        ],
      );
      expect(applied).toMatchObject([{ action: 'updated' }, { action: 'updated', previousId: doing.id }]);
      expect(await world.get(doing.id)).toMatchObject({ isValid: false });
    });

    it("is not changed by what was said before the user's last statement about it", async () => {
      const sessionId = randomUUID();
      await world.store.openSession({ id: sessionId, project: 'taskforge', agent: 'chapo', metadata: {} });
      const messages = [1, 2].map((index) => sampleMessage('x', { createdAt: daysAfter(index) }));
      await world.store.appendMessages(sessionId, messages, { idleSeconds: 60, every: 0 });
      const evidence = (message: number) => [{ sessionId, messages: [message], quote: 'said' }];
      const current = await world.add(
        task('build the exporter', 'doing', { ...usersWord, evidence: evidence(2) }),
      );
      const earlier = task('the exporter', 'blocked', { ...usersWord, evidence: evidence(1) });
      await world.apply([earlier], [{ action: 'update', targetId: current.id, inPlace: true }]);
      expect(await world.get(current.id)).toMatchObject({ isValid: true, metadata: { status: 'doing' } });
    });

    it('moves, with the other details, to a fuller statement that replaces the task', async () => {
      const old = await world.add(
        task('build the exporter', 'blocked', { metadata: { assignee: 'Jana', note: 'waits for the key' } }),
      );
      const fuller = task('the exporter is in src/export.ts', 'done', {
        metadata: { relatedFiles: ['src/export.ts'] },
      });
      await world.apply([fuller], [{ action: 'update', targetId: old.id }]);
      expect(await world.get(fuller.id)).toMatchObject({
        metadata: { status: 'done', assignee: 'Jana', relatedFiles: ['src/export.ts'] },
      });
      expect((await world.get(fuller.id)).metadata).not.toHaveProperty('note');
      expect(await world.get(old.id)).toMatchObject({ isValid: false, supersededBy: fuller.id });
    });

    it.each(['infinity', 'now', 'soon', '9999-01-01', { a: 1 }, 7, null])(
      'is changed although the task has the completion time %j',
      async (completedAt) => {
        const done = await world.add(task('build the exporter', 'done', { metadata: { completedAt } }));
        await world.setNow(daysAfter(1));
        await world.apply(
          [task('the exporter', 'doing', usersWord)],
          [{ action: 'update', targetId: done.id, inPlace: true }],
        );
        expect((await world.get(done.id)).metadata).toEqual({ status: 'doing', note: 'the exporter' });
      },
    );

    it('is changed twice, and each change undone with its job, the last one first', async () => {
      const { id, metadata } = await world.add(task('build the exporter', 'todo', usersWord));
      const jobs: string[] = [];
      for (const [index, status] of ['doing', 'done'].entries()) {
        await world.setNow(daysAfter(index + 1));
        await world.apply(
          [task(`the exporter ${index}`, status, usersWord)],
          [{ action: 'update', targetId: id, inPlace: true }],
        );
        const [event] = (await world.store.listMemoryEvents(id)).slice(-1);
        jobs.push(event?.actor.id ?? '');
      }
      const undo = async (job = '') => world.store.undoJob(job, user, 'no');
      expect(await undo(jobs[0])).toMatchObject({ undone: [], left: [{ memoryId: id }] });
      expect((await world.get(id)).metadata['status']).toBe('done');
      expect(await undo(jobs[1])).toMatchObject({ undone: [{ memoryId: id }] });
      expect((await world.get(id)).metadata).toEqual({ status: 'doing', note: 'the exporter 0' });
      expect(await undo(jobs[1])).toMatchObject({ undone: [] });
      expect((await world.get(id)).metadata['status']).toBe('doing');
      expect(metadata).toEqual({ status: 'todo' });
    });

    it('continues from what another job made of the task since the decision', async () => {
      const { id } = await world.add(task('build the exporter', 'todo', usersWord));
      const doing = task('the exporter is being built', 'doing', usersWord);
      const done = task('the exporter is built', 'done', usersWord);
      await world.apply([doing], [{ action: 'update', targetId: id }]);
      await world.apply([done], [{ action: 'update', targetId: id }]);
      expect(await world.get(done.id)).toMatchObject({ isValid: true, metadata: { status: 'done' } });
      expect(await world.get(doing.id)).toMatchObject({ isValid: false, supersededBy: done.id });
    });

    it('stays without the statement that changed it when that is forgotten', async () => {
      const { id } = await world.add(task('build the exporter', 'doing', usersWord));
      const told = await world.add(task('the exporter waits for Anna, 0170 555 222', 'blocked', usersWord));
      await world.applyDecisionToStored(told.id, { action: 'update', targetId: id, inPlace: true });
      expect((await world.get(id)).metadata).toMatchObject({ status: 'blocked', note: told.content });
      await world.store.forgetMemory(told.id, user, { messages: false, marks: [], sessions: [] });
      expect((await world.get(id)).metadata).toEqual({ status: 'blocked' });
      expect(JSON.stringify(await world.store.listMemoryEvents(id))).not.toContain('0170 555');
    });

    it('is not changed by what was said before the task was completed', async () => {
      const sessionId = randomUUID();
      await world.store.openSession({ id: sessionId, project: 'taskforge', agent: 'chapo', metadata: {} });
      const messages = [sampleMessage('x', { createdAt: daysAfter(1) })];
      await world.store.appendMessages(sessionId, messages, { idleSeconds: 60, every: 0 });
      const completedAt = daysAfter(2).toISOString();
      const done = await world.add(
        task('build the exporter', 'done', { ...usersWord, metadata: { completedAt } }),
      );
      await world.setNow(daysAfter(3));
      const evidence = [{ sessionId, messages: [1], quote: 'x' }];
      const earlier = task('the exporter', 'doing', { ...usersWord, evidence });
      await world.apply([earlier], [{ action: 'update', targetId: done.id, inPlace: true }]);
      expect(await world.get(done.id)).toMatchObject({ isValid: true, metadata: { status: 'done' } });
    });

    it('changes when the same text is stated with another status', async () => {
      const first = await world.add(task('build the exporter', 'todo', usersWord));
      const again = await world.add(task('build the exporter', 'doing', usersWord));
      expect(again).toMatchObject({ id: first.id, metadata: { status: 'doing' } });
      expect(again.metadata).not.toHaveProperty('note');
    });
  });

  describe('a plan', () => {
    it('gets other milestones when the same text is stated with them, also by the agent, but not by a tool', async () => {
      const { id } = await world.add(plan('launch in May', { milestones: milestones('todo') }, usersWord));
      await world.add(plan('launch in May', { milestones: milestones('doing') }, { trust: 'tool' }));
      expect((await world.get(id)).metadata).toEqual({ milestones: milestones('todo') });
      const again = plan('launch in May', { milestones: milestones('done') }, { trust: 'agent' });
      await world.apply([again], [{ action: 'update', targetId: id }]);
      expect(await world.get(id)).toMatchObject({
        trust: 'user',
        metadata: { milestones: milestones('done') },
      });
      await world.add(plan('launch in May', {}, usersWord));
      expect((await world.get(id)).metadata).toEqual({ milestones: milestones('done') });
    });

    it('keeps its milestones when an update has none', async () => {
      const old = await world.add(plan('launch in May', { milestones: milestones('done'), own: 1 }));
      const refined = plan('launch in June', {});
      await world.apply([refined], [{ action: 'update', targetId: old.id }]);
      expect((await world.get(refined.id)).metadata).toEqual({ milestones: milestones('done'), own: 1 });
    });

    function plan(content: string, metadata: Metadata, fields: Partial<StoredCandidate> = {}) {
      return sampleStatement(content, { category: 'plan', metadata, ...fields });
    }

    function milestones(status: string) {
      return [{ title: 'schema', status, due: null }];
    }
  });

  it('a changed decision does not keep the reason of the old one', async () => {
    const old = await world.add('prices are in Postgres', {
      category: 'decision',
      metadata: { rationale: 'exact' },
    });
    const changed = sampleStatement('prices are in SQLite', { category: 'decision', metadata: {} });
    await world.apply([changed], [{ action: 'update', targetId: old.id }]);
    expect((await world.get(changed.id)).metadata).toEqual({});
  });

  it('details are set and removed key by key', async () => {
    const { id } = await world.add(
      task('build the exporter', 'todo', { metadata: { assignee: 'Jana', own: { a: 1, b: null } } }),
    );
    await world.store.updateMemory(id, { details: { status: 'doing', assignee: null } }, user, 'begun');
    expect((await world.get(id)).metadata).toEqual({ status: 'doing', own: { a: 1, b: null } });
    expect(await world.actions(id)).toEqual(['added', 'updated']);
  });

  describe('what every prompt of a project shows', () => {
    it('contains the newest plan, the open tasks by status and importance, and the most important decisions', async () => {
      await world.add('old plan', { category: 'plan', importance: 9 });
      await world.setNow(daysAfter(1));
      await world.add('new plan', { category: 'plan' });
      for (let index = 1; index <= 6; index += 1) {
        await world.add(task(`todo ${index}`, 'todo', { importance: index }));
        await world.add(`decision ${index}`, { category: 'decision', importance: index });
      }
      await world.add(task('finished', 'done', { importance: 10 }));
      await world.add(task('blocked', 'blocked', { importance: 1 }));
      await world.add(task('doing', 'doing', { importance: 1 }));
      await world.add('unsaid', { category: 'task', importance: 7 });
      const expected = ['new plan', 'doing', 'blocked', 'unsaid', 'todo 6', 'todo 5', 'todo 4', 'todo 3'];
      expect(await planned()).toEqual([...expected, ...[6, 5, 4, 3, 2].map((index) => `decision ${index}`)]);
      expect(await planned()).toEqual(await planned());
    });

    it('takes no longer with 20,000 tasks', async () => {
      await world.query(`
        insert into public.devai_memories (id, content, content_hash, memory_type, category, namespace, priority, importance,
          source, metadata, last_accessed_at, trust, created_at, updated_at)
        select gen_random_uuid(), 'm ' || i, 'h' || i, 'semantic', (array['plan', 'task', 'decision'])[i % 3 + 1], 'devai/project/taskforge',
          'highest', i % 10 + 1, 'discovery', '{}', now(), 'user', now(), now()
        from generate_series(1, 20000) i`);
      await world.query('vacuum analyze public.devai_memories');
      const id = randomUUID();
      await world.store.openSession({ id, project: 'taskforge', agent: 'chapo', metadata: {} });
      const ofPrompt = await world.pagesRead(`select public.devai_get_session_context('me', $1, $2)`, [
        id,
        scopes,
      ]);
      const all = await world.pagesRead(
        "select content from public.devai_memories where scope = 'devai/project/taskforge' order by importance desc, created_at, id limit 13",
      );
      expect(ofPrompt).toBeLessThan(all / 3);
    });

    it('contains nothing that only a tool says', async () => {
      const page = { trust: 'tool' } as const;
      await world.add('our plan', { category: 'plan' });
      await world.setNow(daysAfter(1));
      await world.add('plan of a page', { category: 'plan', ...page });
      await world.add(task('task of a page', 'doing', page));
      await world.add('decision of a page', { category: 'decision', importance: 10, ...page });
      expect(await planned()).toEqual(['our plan']);
    });

    it('contains nothing of another project, the user or all projects, and nothing invalid', async () => {
      await world.add(task('other', 'todo', { namespace: 'devai/project/taskforge-2' }));
      await world.add(task('mine', 'todo', { namespace: 'devai/user/tasks' }));
      await world.add(task('expired', 'todo', { expiresAt: daysAfter(1) }));
      const ended = await world.add(task('ended', 'todo'));
      await world.store.invalidateMemory(ended.id, user, 'gone');
      await world.add(task('faded', 'todo'));
      await world.setNow(daysAfter(70));
      await world.add(task('this', 'todo'));
      expect(await planned()).toEqual(['this']);
      await expect(planned(['devai/user', 'devai/global'])).rejects.toMatchObject({ code: 'conflict' });
      await world.setNow(start);
    });

    async function planned(within = scopes) {
      const id = randomUUID();
      await world.store.openSession({ id, project: 'taskforge', agent: 'chapo', metadata: {} });
      const found = await world.store.getSessionContext(id, within);
      return found?.planned.map(({ content }) => content);
    }
  });
});

function task(content: string, status: string, fields: Partial<StoredCandidate> = {}): StoredCandidate {
  return sampleStatement(content, { category: 'task', ...fields, metadata: { status, ...fields.metadata } });
}
