import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredCandidate } from '../src/store/memories.ts';
import { relationKinds, type RelationTo } from '../src/types.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, scopes, type ShortDecision, user } from '../testing/open-world.ts';

const added: ShortDecision = { action: 'add', targetId: null };

describe.each(testDatabases())('relations that are written with a memory on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  describe('by a job', () => {
    it('lead to stored memories and to others of the batch, with a note in the history', async () => {
      const plan = await world.add(statement('the plan'));
      const task = statement('the task');
      const file = statement('the file', [
        { kind: 'implements', to: plan.id },
        { kind: 'part_of', to: task.id },
      ]);
      const applied = await world.apply([file, task], [added, added]);
      expect(applied).toHaveLength(2);
      expect((await related(file.id)).toSorted()).toEqual(['to implements the plan', 'to part_of the task']);
      const events = await world.store.listMemoryEvents(file.id);
      expect(events.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
        'added because',
        `related implements ${plan.id}`,
        `related part_of ${task.id}`,
      ]);
      expect(new Set(events.map(({ actor }) => actor.kind))).toEqual(new Set(['job']));
    });

    it('start from the memory that was already known, once', async () => {
      const plan = await world.add(statement('the plan'));
      const known = await world.add(statement('the task'));
      const again = statement('the task', [{ kind: 'implements', to: plan.id }]);
      const decision: ShortDecision = { action: 'noop', targetId: known.id };
      await world.apply([again], [decision]);
      await world.apply([{ ...again, id: randomUUID() }], [decision]);
      expect(await related(known.id)).toEqual(['to implements the plan']);
      expect((await world.actions(known.id)).filter((action) => action === 'related')).toHaveLength(1);
    });

    it('lead to the replacement of a superseded memory, and never from a memory to itself', async () => {
      const port = await world.add(statement('the port is 1'));
      const newer = statement('the port is 2', [{ kind: 'supersedes', to: port.id }]);
      const proxy = statement('the proxy forwards there', [{ kind: 'depends_on', to: port.id }]);
      await world.apply([newer, proxy], [{ action: 'update', targetId: port.id }, added]);
      expect(await related(newer.id)).toEqual(['from depends_on the proxy forwards there']);
      expect(await edges()).toHaveLength(1);
    });

    it('leave out missing memories, other projects, and refused candidates', async () => {
      const foreign = await world.add(statement('theirs', [], { namespace: 'devai/project/other' }));
      const gone = await world.add(statement('gone'));
      await world.store.invalidateMemory(gone.id, user, 'wrong');
      const mine = await world.add(
        statement('tabs', [], { priority: 'highest', source: 'user_stated', trust: 'user' }),
      );
      const refused = statement('no tabs', [{ kind: 'relates_to', to: gone.id }]);
      const one = statement('one', [
        { kind: 'relates_to', to: foreign.id },
        { kind: 'relates_to', to: gone.id },
        { kind: 'relates_to', to: randomUUID() },
        { kind: 'relates_to', to: refused.id },
      ]);
      const applied = await world.apply([refused, one], [{ action: 'delete', targetId: mine.id }, added]);
      expect(applied.map(({ action }) => action)).toEqual(['refused', 'added']);
      expect(await edges()).toEqual([]);
    });

    it('are undone with the job, even those of a memory that only gained a relation', async () => {
      const plan = await world.add(statement('the plan'));
      const known = await world.add(statement('the task'));
      await world.store.relateMemories({ fromId: known.id, kind: 'relates_to', toId: plan.id }, user);
      const before = await world.get(known.id);
      const candidates = [
        statement('The task, again', [
          { kind: 'relates_to', to: plan.id },
          { kind: 'implements', to: plan.id },
        ]),
        statement('new', [{ kind: 'part_of', to: plan.id }]),
      ];
      await world.apply(candidates, [{ action: 'noop', targetId: known.id }, added]);
      expect(await edges()).toHaveLength(3);
      await world.setNow(daysAfter(1));
      const events = await world.store.listMemoryEvents(known.id);
      const job = events.findLast(({ actor }) => actor.kind === 'job')?.actor.id ?? '';
      const { undone, left } = await world.store.undoJob(job, user, 'nonsense');
      expect(left).toEqual([]);
      expect(undone).toEqual([
        { memoryId: candidates[1]?.id, action: 'invalidated' },
        { memoryId: known.id, action: 'unrelated' },
      ]);
      expect(await edges()).toEqual([{ from_id: known.id, kind: 'relates_to', to_id: plan.id }]);
      expect((await world.store.listMemoryEvents(known.id)).at(-1)).toMatchObject({
        action: 'unrelated',
        actor: user,
        reason: `implements ${plan.id} (job ${job} was undone: nonsense)`,
      });
      expect(await world.get(known.id)).toEqual({ ...before, strength: 0.95 });
      expect(await world.store.undoJob(job, user, 'nonsense')).toEqual({ undone: [], left: [] });
    });
  });

  describe('with a statement', () => {
    it('may be of every kind', async () => {
      const plan = await world.add(statement('the plan'));
      const { memory } = await remember(
        statement('the task'),
        relationKinds.map((kind) => ({ kind, to: plan.id })),
      );
      expect(new Set(await related(memory.id))).toEqual(
        new Set(relationKinds.map((kind) => `to ${kind} the plan`)),
      );
    });

    it('are refused together with the statement if they lead to itself, or to a memory that the project may not read', async () => {
      const foreign = await world.add(statement('theirs', [], { namespace: 'devai/project/other' }));
      const self = await world.add(statement('myself'));
      for (const [content, to] of [
        ['a', randomUUID()],
        ['b', foreign.id],
        ['c', 'k3'],
        ['myself', self.id],
        ['of the user', foreign.id],
      ] as const) {
        const namespace = content === 'of the user' ? 'devai/user/facts' : 'devai/project/taskforge';
        const one = statement(content, [], { namespace });
        await expect(remember(one, [{ kind: 'relates_to', to }])).rejects.toMatchObject({
          code: 'invalid_input',
        });
        expect(await world.store.getMemory(one.id)).toBeNull();
      }
      expect(await edges()).toEqual([]);
    });

    function remember(one: StoredCandidate, relations: RelationTo[]) {
      return world.store.remember(one, user, 'the user said so', { relations, relatedScopes: scopes });
    }
  });

  function statement(content: string, relations: RelationTo[] = [], fields: Partial<StoredCandidate> = {}) {
    return sampleStatement(content, { relations, ...fields });
  }

  async function related(id: string) {
    return (await world.store.listRelations(id, null)).map(
      ({ direction, kind, memory }) => `${direction} ${kind} ${memory.content}`,
    );
  }

  function edges() {
    return world.query('select from_id, kind, to_id from public.devai_memory_relations');
  }
});
