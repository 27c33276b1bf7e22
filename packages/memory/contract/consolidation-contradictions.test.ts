import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../src/ports.ts';
import type { StoredCandidate } from '../src/store/memories.ts';
import { scriptedChatModel } from '../testing/scripted-chat-model.ts';
import { daysAfter, openWorld, project, user } from '../testing/open-world.ts';
import { usersWord } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';

type Reply = Parameters<typeof scriptedChatModel>[0][number];
type Given = Partial<StoredCandidate>;

describe.each(testDatabases())('contradictions in consolidation on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const { valid } = world;
  const jonas = 'Jonas does the deployments';
  const lena = 'Lena does the deployments';
  const contradict = (request: ModelRequest) => ({
    found: [],
    contradictions: [numbersOf(request, [jonas, lena])],
  });

  it('ends what a later memory changes: the plan and the history tell it, and undo restores it', async () => {
    const { earlier, later } = await addBoth();
    const before = await rows();
    const { memory, requests } = await open([contradict, answer('yes'), contradict, answer('yes')]);
    const plan = await memory.consolidate({ project, dryRun: true });
    const reason = 'what was stated later, on 2026-03-03, says otherwise';
    expect(plan).toMatchObject({
      actions: [{ kind: 'supersede', ids: [earlier, later], keepId: later, text: null, reason }],
      before: { memories: 2 },
      after: { memories: 1 },
    });
    expect(plan.actions[0]?.tokensAfter).toBe(plan.after.tokens);
    expect(await rows()).toEqual(before);

    const { jobId, applied, after } = await memory.consolidate({ project });
    expect(requests.map(({ schema }) => schema?.name).slice(2)).toEqual(['duplicates', 'answers']);
    expect(applied).toEqual([{ action: 'superseded', memoryId: later, previousId: earlier, reason }]);
    expect(after.memories).toBe(1);
    expect(await valid()).toEqual([lena]);
    expect(await world.get(earlier)).toMatchObject({ isValid: false, supersededBy: later });
    expect((await memory.memories.history(earlier)).at(-1)).toMatchObject({ action: 'superseded', reason });

    expect(await memory.jobs.undo(jobId ?? '', 'both do')).toMatchObject({ left: [] });
    expect(await rows()).toEqual(before);
  });

  it('asks with day, speaker and status, the later statement as the new one', async () => {
    await addBoth({ ...usersWord }, { ...usersWord });
    const { memory, requests } = await open([contradict, answer('yes')]);
    await memory.consolidate({ project });
    const asked = requests.at(-1)?.messages.at(-1)?.content;
    expect(asked).toContain(`1. new: "${lena}"; stored: "${jonas}"`);
    expect(asked).toContain('new: stated by the user; 2026-03-03');
    expect(asked).toContain('stored: stated by the user; 2026-03-02');
    expect(await valid()).toEqual([lena]);
  });

  it('marks the later memory as disputing the earlier one when the answer is unclear, and undo removes the mark', async () => {
    const { earlier, later } = await addBoth();
    const before = await rows();
    const { memory } = await open([contradict, answer('unclear'), contradict, answer('unclear')]);
    const plan = await memory.consolidate({ project, dryRun: true });
    expect(plan).toMatchObject({
      actions: [{ kind: 'dispute', ids: [later, earlier], keepId: null }],
      after: plan.before,
    });
    const { jobId, applied } = await memory.consolidate({ project });
    const reason = 'both memories stay: whether one changes the other is unclear';
    expect(applied).toEqual([{ action: 'disputed', memoryId: later, previousId: null, reason }]);
    expect(await valid()).toEqual([jonas, lena]);
    expect(await world.get(later)).toMatchObject({ metadata: { disputes: [earlier] } });
    expect((await memory.memories.history(earlier)).at(-1)).toMatchObject({ action: 'disputed', reason });
    expect(await memory.jobs.undo(jobId ?? '', 'both do')).toMatchObject({ left: [] });
    expect(await rows()).toEqual(before);
  });

  it.each(['no', 'same'])('changes nothing when the answer is %s', async (given) => {
    await addBoth();
    const { memory } = await open([contradict, answer(given)]);
    expect(await memory.consolidate({ project })).toMatchObject({ status: 'done', applied: [] });
  });

  it.each<[string, Given, Given]>([
    ['the user by an agent’s', usersWord, {}],
    ['the user lately by an agent’s', { source: 'user_stated' }, {}],
    ['the user by a tool’s', { trust: 'user' }, { trust: 'tool' }],
  ])('never ends what was stated by %s later statement: it is disputed', async (_, of, by) => {
    const { earlier, later } = await addBoth(of, by);
    await expectDisputed(earlier, later);
  });

  it('ends what the user stated by what the user stated later', async () => {
    await addBoth(usersWord, usersWord);
    const { memory } = await open([contradict, answer('yes')]);
    await memory.consolidate({ project });
    expect(await valid()).toEqual([lena]);
  });

  it('never ends what a person restored, not even by what the user stated later', async () => {
    const { earlier, later } = await addBoth({}, usersWord);
    await world.store.invalidateMemory(earlier, user, 'out');
    await world.store.restoreMemory(earlier, user, 'in');
    await expectDisputed(earlier, later);
  });

  it('never ends or marks what is pinned', async () => {
    const { earlier, later } = await addBoth({}, usersWord);
    await pin(earlier);
    await expectDisputed(earlier, later);
    await world.query('update public.devai_memories set metadata = $1, pinned = true where id = $2', [
      '{}',
      later,
    ]);
    const { memory, requests } = await open([contradict]);
    await memory.consolidate({ project });
    expect(requests.filter(({ schema }) => schema?.name === 'answers')).toEqual([]);
    expect(await valid()).toEqual([jonas, lena]);
  });

  it('does not take a merged memory without evidence for later than what was stated before the merge', async () => {
    const { earlier, later } = await addBoth();
    await world.query(`update public.devai_memories set source = 'consolidation' where id = $1`, [later]);
    await expectDisputed(earlier, later);
  });

  it('leaves alone what changed after the plan was made, and what the store says may not be ended', async () => {
    const { earlier } = await addBoth();
    const { memory } = await open([
      contradict,
      async () => {
        await world.store.updateMemory(earlier, { importance: 7 }, user, 'meanwhile');
        return answer('yes');
      },
    ]);
    await world.setNow(daysAfter(4));
    expect(await memory.consolidate({ project })).toMatchObject({
      applied: [],
      skipped: [{ kind: 'supersede', reason: 'changed since the plan was made' }],
    });

    const protectedOne = await add('Staging is in Paris', 5, usersWord);
    const other = await add('Staging is in Rome', 6);
    const job = await world.store.enqueueJob({
      kind: 'consolidate',
      key: 'x',
      payload: {},
      delaySeconds: -1e6,
    });
    await world.store.claimJob('worker', 60, 8);
    const targets = [protectedOne, other].map(async (id) => ({
      id,
      updatedAt: (await world.get(id)).updatedAt.toISOString(),
    }));
    const action = {
      ...{ kind: 'supersede' as const, targets: await Promise.all(targets), keepId: other, written: null },
      ...{ importance: null, reason: 'because', tokensBefore: 0, tokensAfter: 0 },
    };
    expect(await world.store.applyConsolidation(job.id, 'worker', action)).toBe(
      'it may not be ended by the other',
    );
    expect((await world.get(protectedOne)).isValid).toBe(true);
  });

  it('ends every wording of what is outdated, and each memory once, in favour of the latest', async () => {
    const again = 'The deployments are done by Jonas';
    const tim = 'Tim does the deployments';
    const ids = [await add(jonas, 1), await add(again, 2), await add(lena, 3), await add(tim, 4)];
    const { memory } = await open([
      (request) => ({
        found: [
          { memories: numbersOf(request, [jonas, again]), best: null, text: jonas, reason: 'the same' },
        ],
        contradictions: [
          numbersOf(request, [jonas, lena]),
          numbersOf(request, [again, tim]),
          numbersOf(request, [lena, tim]),
        ],
      }),
      answer('yes', 5),
    ]);
    const run = await memory.consolidate({ project });
    expect(run).toMatchObject({ after: { memories: 1 }, skipped: [] });
    expect(await valid()).toEqual([tim]);
    const heirs = await Promise.all(ids.map(async (id) => (await world.get(id)).supersededBy));
    expect(heirs).toEqual([ids[3], ids[3], ids[3], null]);
  });

  it('merges what says the same and is up to date', async () => {
    const again = 'The deployments are done by Lena';
    const one = await add(jonas, 1);
    await add(lena, 2);
    await add(again, 3);
    const { memory } = await open([
      (request) => {
        const [first = 0, second = 0] = numbersOf(request, [lena, again]);
        return {
          found: [{ memories: [first, second], best: first, text: null, reason: 'the same' }],
          contradictions: [numbersOf(request, [jonas, lena])],
        };
      },
      answer('yes', 2),
    ]);
    expect(await memory.consolidate({ project })).toMatchObject({ after: { memories: 1 }, skipped: [] });
    expect(await valid()).toEqual([lena]);
    expect((await world.get(one)).isValid).toBe(false);
  });

  it('marks each of several memories that dispute each other', async () => {
    const tim = 'Tim does the deployments';
    const ids = [await add(jonas, 1), await add(lena, 2), await add(tim, 3)];
    const { memory } = await open([
      (request) => ({ found: [], contradictions: [numbersOf(request, [jonas, lena, tim])] }),
      answer('unclear', 3),
    ]);
    expect(await memory.consolidate({ project })).toMatchObject({ skipped: [], after: { memories: 3 } });
    const marks = await Promise.all(ids.map(async (id) => (await world.get(id)).metadata['disputes']));
    expect(marks).toEqual([undefined, [ids[0]], expect.arrayContaining(ids.slice(0, 2))]);
  });

  it('is no reason to forget what says otherwise, even if consolidation wrote that', async () => {
    const { earlier, later } = await addBoth();
    const { memory } = await open([contradict, answer('yes')]);
    await memory.consolidate({ project });
    await world.query(`update public.devai_memories set source = 'consolidation' where id = $1`, [later]);
    await memory.memories.forget(earlier);
    expect(await valid()).toEqual([lena]);
  });

  it('ignores pairs that cannot be used', async () => {
    await addBoth();
    const { memory, requests } = await open([{ found: [], contradictions: [[1, 9], [1, 1], [1], 'both'] }]);
    expect(await memory.consolidate({ project })).toMatchObject({ status: 'done', applied: [] });
    expect(requests).toHaveLength(1);
  });

  it('repeats no paid question when its process dies before it, or between it and the actions', async () => {
    await addBoth();
    const died = new Error('died');
    const first = await open([contradict, died]);
    await first.memory.consolidate({ project });
    const second = await open([answer('yes')], true);
    await second.memory.consolidate({ project });
    expect(second.requests.map(({ schema }) => schema?.name)).toEqual(['answers']);
    expect(await valid()).toEqual([jonas, lena]);
    const third = await open([]);
    expect(await third.memory.consolidate({ project })).toMatchObject({ status: 'done' });
    expect(third.requests).toEqual([]);
    expect(await valid()).toEqual([lena]);
  });

  async function expectDisputed(earlier: string, later: string): Promise<void> {
    const { memory } = await open([contradict, answer('yes')]);
    const { applied } = await memory.consolidate({ project });
    expect(applied).toMatchObject([{ action: 'disputed', memoryId: later }]);
    expect(await valid()).toEqual([jonas, lena]);
    expect(await world.get(later)).toMatchObject({ metadata: { disputes: [earlier] } });
  }

  /** With `dies`, it stops before the first action of a plan. */
  async function open(replies: Reply[], dies = false) {
    const model = scriptedChatModel(replies);
    await world.setNow(daysAfter(3));
    const database = world.lend();
    const memory = await world.openMemory({
      models: { small: model },
      database: {
        ...database,
        call: async (name, args) => {
          if (name === 'apply_consolidation' && dies) throw new Error('died');
          return database.call(name, args);
        },
      },
    });
    return { memory, requests: model.requests };
  }

  async function addBoth(of: Given = {}, by: Given = {}) {
    return { earlier: await add(jonas, 1, of), later: await add(lena, 2, by) };
  }

  async function add(content: string, day: number, fields: Given = {}): Promise<string> {
    await world.setNow(daysAfter(day));
    return (await world.add(content, fields)).id;
  }

  const pin = (id: string) =>
    world.query('update public.devai_memories set pinned = true where id = $1', [id]);

  const rows = () =>
    world.query(`select id, content, is_valid, superseded_by, metadata, importance, priority, trust
      from public.devai_memories order by id`);
});

/** The answer to the second question about so many pairs. */
const answer = (given: string, pairs = 1) => ({
  answers: Array.from({ length: pairs }, (_, index) => ({ pair: index + 1, answer: given })),
});

/** The numbers that statements have in a prompt. */
function numbersOf(request: ModelRequest, texts: string[]): number[] {
  const lines = (request.messages.at(-1)?.content ?? '').split('\n');
  return texts.map((text) => Number.parseInt(lines.find((line) => line.includes(`"${text}"`)) ?? '0', 10));
}
