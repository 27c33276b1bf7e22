import { describe, expect, it } from 'vitest';
import type { Memory } from '../src/memory.ts';
import type { MemoryOptionOverrides } from '../src/options.ts';
import type { ModelRequest } from '../src/ports.ts';
import type { StoredCandidate } from '../src/store/memories.ts';
import { specimens } from '../src/redaction/specimens.fixture.ts';
import { scriptedChatModel } from '../testing/scripted-chat-model.ts';
import { daysAfter, openWorld, project, start, user } from '../testing/open-world.ts';
import { testDatabases } from './test-database.ts';

type Reply = Parameters<typeof scriptedChatModel>[0][number];

describe.each(testDatabases())('consolidation on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const { valid } = world;

  describe('merging', () => {
    it('merges without a model only memories with the same words', async () => {
      const one = await add(
        'The gateway is written in Go',
        { tags: ['go'], importance: 4 },
        { access_count: 2 },
      );
      const two = await add(
        'the gateway is written in Go.',
        { tags: ['api'], importance: 6, priority: 'high' },
        { access_count: 3 },
      );
      await add('The gateway is written in Rust');
      await add('Port 8080', { namespace: 'devai/project/other' });
      await add('port 8080.', { namespace: 'devai/project/taskforge' });
      const { memory } = await open();
      const run = await memory.consolidate({ project });
      expect(run).toMatchObject({
        status: 'done',
        before: { memories: 4 },
        after: { memories: 3 },
        skipped: [],
      });
      expect(await valid()).toEqual([
        'Port 8080',
        'The gateway is written in Rust',
        'port 8080.',
        'the gateway is written in Go.',
      ]);
      const merged = await world.get(one);
      expect(merged).toMatchObject({ isValid: false, archived: false });
      const heir = await world.get(merged.supersededBy ?? '');
      expect(heir).toMatchObject({
        source: 'consolidation',
        trust: 'agent',
        priority: 'high',
        importance: 6,
        accessCount: 5,
      });
      expect(heir.tags.toSorted()).toEqual(['api', 'go']);
      expect(await world.actions(two)).toEqual(['added', 'merged']);
      expect((await memory.consolidate({ project })).applied).toEqual([]);
    });

    it('lets the model find memories that say the same in other words, and keeps one text or writes a new one', async () => {
      await add('Releases are on Tuesdays');
      await add('We release every Tuesday');
      await add('Releases are on Fridays at 9');
      await add('Every Friday we release');
      const { memory, requests } = await open([
        (request) => ({
          found: [
            entry(request, ['Releases are on Tuesdays', 'We release every Tuesday'], {
              best: 'We release every Tuesday',
            }),
            entry(request, ['Releases are on Fridays at 9', 'Every Friday we release'], {
              text: 'Releases are every Friday at 9',
            }),
          ],
        }),
      ]);
      const run = await memory.consolidate({ project });
      expect(run).toMatchObject({ status: 'done', refused: [] });
      expect(await valid()).toEqual(['Releases are every Friday at 9', 'We release every Tuesday']);
      expect(requests).toHaveLength(1);
      // neither the verdicts nor what was left is asked about again
      expect((await memory.consolidate({ project })).applied).toEqual([]);
    });

    it.each([
      ['another value', 'The API listens on port 8080', 'The API listens on port 8081', null],
      ['a negation', 'Deployments use the CLI', 'Deployments do not use the CLI', null],
      ['a lost name', 'task-api uses JWT tokens', 'project-access uses JWT tokens', null],
      [
        'a lost value',
        'The timeout is 30 s by default',
        'By default there is a timeout',
        'There is a timeout by default',
      ],
      ['an invented value', 'The timeout is long', 'There is a long timeout', 'The timeout is 60 s long'],
    ])('refuses a merge by the model across %s', async (_, one, other, text) => {
      await add(one);
      await add(other);
      const { memory } = await open([
        (request) => ({ found: [entry(request, [one, other], text === null ? { best: one } : { text })] }),
      ]);
      const run = await memory.consolidate({ project });
      expect(run.refused).toHaveLength(1);
      expect(await valid()).toEqual([one, other].toSorted());
    });

    it('never raises the trust of a tool’s statement, or lets a less trusted memory replace a more trusted one', async () => {
      const told = await add('The build takes nine minutes', { trust: 'user', priority: 'medium' });
      const tool = await add('the build takes nine minutes.', {
        trust: 'tool',
        importance: 10,
        priority: 'high',
        tags: ['evil'],
      });
      const { memory } = await open();
      await memory.consolidate({ project });
      expect(await world.get(told)).toMatchObject({
        isValid: true,
        importance: 5,
        tags: [],
        trust: 'user',
        priority: 'medium',
      });
      expect(await world.get(tool)).toMatchObject({ isValid: false, supersededBy: told });
    });

    it('leaves out events, memories that expire, and tasks of another status', async () => {
      const same = ['The deploy failed', 'the deploy failed.'];
      for (const content of same) await add(content, { memoryType: 'episodic' });
      for (const content of ['Freeze', 'freeze.']) await add(content, { expiresAt: daysAfter(9) });
      await add('Write the exporter', { category: 'task', metadata: { status: 'todo' } });
      await add('write the exporter.', { category: 'task', metadata: { status: 'done' } });
      const { memory } = await open();
      expect((await memory.consolidate({ project })).applied).toEqual([]);
    });

    it('redacts what the model writes', async () => {
      const [secret = ''] = specimens[0]?.secrets ?? [];
      await add('The staging login is in the vault');
      await add('In the vault lies the login of staging');
      const { memory } = await open([
        (request) => ({
          found: [
            entry(request, ['The staging login is in the vault', 'In the vault lies the login of staging'], {
              text: `The staging login is in the vault, key ${secret}`,
            }),
          ],
        }),
      ]);
      await memory.consolidate({ project });
      expect(JSON.stringify(await world.query('select * from public.devai_memories'))).not.toContain(secret);
    });
  });

  const detail = (part: string): string =>
    `While the importer was moved to the new queue, ${part} had to be rewritten, because the old client kept its connection open after each batch and the broker refused it`;
  const details = ['the reader', 'the writer', 'the retry loop'].map(detail);
  const summary =
    'The importer was moved to the new queue; reader, writer and retry loop were rewritten for it';
  const summarise = (request: ModelRequest) => ({ found: [entry(request, details, { text: summary })] });
  const addDetails = () =>
    Promise.all(details.map((content) => add(content, { memoryType: 'episodic', tags: ['queue'] })));

  describe('summarising', () => {
    it('archives old, unused details in favour of a summary; they stay findable and can be restored', async () => {
      const ids = await addDetails();
      const { memory } = await open([summarise], {}, daysAfter(40));
      const run = await memory.consolidate({ project });
      expect(run).toMatchObject({ status: 'done', before: { memories: 3 }, after: { memories: 1 } });
      expect(run.after.tokens).toBeLessThan(run.before.tokens / 2);
      expect(await valid()).toEqual([summary]);
      const [first = ''] = ids;
      const archived = await world.get(first);
      expect(archived).toMatchObject({ isValid: false, archived: true });
      expect(await world.actions(first)).toEqual(['added', 'archived', 'related']);
      const heir = archived.supersededBy ?? '';
      expect(
        (await memory.memories.related(heir)).map(({ kind, direction }) => `${direction} ${kind}`),
      ).toEqual(['from part_of', 'from part_of', 'from part_of']);

      const listed = await memory.memories.list({ project, filter: { archived: true } });
      expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      expect((await memory.memories.list({ project })).map(({ content }) => content)).toEqual([summary]);
      const found = await memory.search({
        text: 'Why was the retry loop rewritten?',
        project,
        filter: { archived: true },
      });
      expect(found.hits.map(({ memory: one }) => one.id)).toContain(ids[2]);
      const plain = await memory.search({ text: 'Why was the retry loop rewritten?', project });
      expect(plain.hits.map(({ memory: one }) => one.content)).toEqual([summary]);

      await memory.memories.restore(first, 'I need it');
      expect(await valid()).toEqual([summary, details[0]]);
      expect((await memory.memories.list({ project, filter: { archived: true } })).length).toBe(2);
    });

    it('summarises nothing without a model, and nothing that is used or new', async () => {
      const [used = ''] = await addDetails();
      const { memory } = await open(null, {}, daysAfter(40));
      expect(
        (await memory.consolidate({ project, dryRun: true })).actions.map(({ kind }) => kind),
      ).not.toContain('summarise');
      await world.store.reinforceMemories([used]);
      const { memory: withModel, requests } = await open([], {}, daysAfter(41));
      await withModel.consolidate({ project, dryRun: true }).catch(() => {});
      expect(requests.filter(({ schema }) => schema?.name === 'summaries')).toEqual([]);
    });
  });

  describe('rescoring', () => {
    it('follows use, one step per run, except for what a person set', async () => {
      const used = await add('used', { importance: 5 }, { access_count: 20 });
      const little = await add('little', { importance: 5 }, { access_count: 19 });
      const never = await add('never', { importance: 5 });
      const low = await add('low', { importance: 3 });
      const set = await add('set', { importance: 5 });
      await world.setNow(daysAfter(25));
      await world.store.reinforceMemories([used, little].slice(0, 1));
      await world.store.updateMemory(set, { importance: 6 }, user, 'I say so');
      const { memory } = await open(null, {}, daysAfter(35));
      await memory.consolidate({ project });
      await memory.consolidate({ project });
      const importance = async (id: string) => (await world.get(id)).importance;
      expect([await importance(used), await importance(little), await importance(never)]).toEqual([6, 5, 4]);
      expect([await importance(low), await importance(set)]).toEqual([3, 6]);
      expect(await world.actions(never)).toEqual(['added', 'updated']);
    });
  });

  describe('the budget', () => {
    it('archives the least important and most faded memories, until a little below it', async () => {
      for (let index = 0; index < 40; index += 1)
        await add(`fact number ${index}`, { importance: 1 + (index % 9) });
      await memoryBudget({ memories: 20 });
      const { memory } = await open();
      const run = await memory.consolidate({ project });
      expect(run).toMatchObject({ after: { memories: 19 }, budget: { memories: 20, tokens: 400_000 } });
      const left = await memory.memories.list({ project, limit: 100 });
      expect(Math.min(...left.map(({ importance }) => importance))).toBeGreaterThanOrEqual(5);
    });

    it('also limits tokens', async () => {
      for (const content of details) await add(content);
      await memoryBudget({ tokens: 70 });
      const { memory } = await open();
      const { before, after } = await memory.consolidate({ project });
      expect(before.tokens).toBeGreaterThan(70);
      expect(after.tokens).toBeLessThanOrEqual(70);
    });

    it('is checked when a job stores something, and not again until the project has grown', async () => {
      const { memory } = await open();
      await memoryBudget({ memories: 4 });
      const protectedOnes = ['a', 'b', 'c', 'd', 'e'].map((name) =>
        add(`pinned ${name}`, { priority: 'highest' }),
      );
      await Promise.all(protectedOnes);
      const waiting = async () =>
        (await memory.jobs.list()).filter(
          ({ kind, status }) => kind === 'consolidate' && status === 'waiting',
        ).length;
      await say(memory, 'remember this: the gateway is written in Go');
      await memory.jobs.drain();
      expect((await memory.jobs.list()).filter(({ kind }) => kind === 'consolidate')).toHaveLength(1);
      await say(memory, 'remember this: the client is written in Swift');
      await memory.jobs.drain();
      expect(await waiting()).toBe(0);
    });
    const memoryBudget = (budget: { memories?: number; tokens?: number }) =>
      world.store.saveProject(project, { settings: { memoryBudget: budget } });
    async function say(memory: Memory, content: string): Promise<void> {
      const session = { id: crypto.randomUUID(), project, agent: 'chapo' };
      await memory.sessions.open(session);
      const message = { id: crypto.randomUUID(), role: 'user', type: 'text', content } as const;
      await memory.sessions.append(session, [
        { ...message, toolCalls: [], toolCallId: null, pinned: false, metadata: {} },
      ]);
      await memory.sessions.end(session.id, { now: true });
    }
  });

  it('never touches memories that are pinned, of priority highest, stated lately, or restored by a person', async () => {
    const rows = [
      await add('pinned', {}, { pinned: true }),
      await add('highest', { priority: 'highest' }),
      await add('stated', { source: 'user_stated' }),
      await add('restored'),
    ];
    await world.store.invalidateMemory(rows[3] ?? '', user, 'out');
    await world.store.restoreMemory(rows[3] ?? '', user, 'in');
    for (const content of ['PINNED', 'HIGHEST', 'STATED', 'RESTORED']) await add(content);
    const untouched = await snapshot().then((all) => all.filter(({ id }) => rows.includes(String(id))));
    await world.store.saveProject(project, { settings: { memoryBudget: { memories: 1 } } });
    const { memory } = await open(null, {}, daysAfter(50));
    await memory.consolidate({ project });
    expect((await snapshot()).filter(({ id }) => rows.includes(String(id)))).toEqual(untouched);
    expect(await valid()).toEqual(['highest', 'pinned', 'restored', 'stated']);
  });

  it('touches what the user stated long ago, unless its priority is highest', async () => {
    await add('stated', { source: 'user_stated' }, { access_count: 1, last_accessed_at: daysAfter(90) });
    await add('highest', { source: 'user_stated', priority: 'highest' });
    await world.store.saveProject(project, { settings: { memoryBudget: { memories: 1 } } });
    const { memory } = await open(null, {}, daysAfter(100));
    await memory.consolidate({ project });
    expect(await valid()).toEqual(['highest']);
  });

  describe('a dry run', () => {
    it('reports everything and records only its cost', async () => {
      await add('Releases are on Tuesdays');
      await add('We release every Tuesday');
      const before = await snapshot();
      const { memory } = await open([
        (request) => ({
          found: [
            entry(request, ['Releases are on Tuesdays', 'We release every Tuesday'], {
              text: 'Every Tuesday is a release',
            }),
          ],
        }),
      ]);
      const plan = await memory.consolidate({ project, dryRun: true });
      expect(plan).toMatchObject({
        dryRun: true,
        jobId: null,
        status: 'planned',
        actions: [{ kind: 'merge', text: 'Every Tuesday is a release', reason: 'the same', keepId: null }],
        before: { memories: 2 },
        after: { memories: 1 },
      });
      expect(plan.actions[0]?.tokensBefore).toBe(plan.before.tokens);
      expect(plan.actions[0]?.tokensAfter).toBe(plan.after.tokens);
      expect(await snapshot()).toEqual(before);
      expect((await memory.jobs.list()).filter(({ kind }) => kind === 'consolidate')).toEqual([]);
      expect((await memory.stats()).usage).toMatchObject([
        { operation: 'consolidate', allTime: { inputTokens: 100 } },
      ]);
    });
  });

  describe('a job', () => {
    const texts = ['Releases are on Tuesdays', 'We release every Tuesday'];
    const merge = (request: ModelRequest) => ({ found: [entry(request, texts, { best: texts[0] ?? '' })] });

    it('is undone as a whole by one call, and not repeated', async () => {
      await addDetails();
      await add('the gateway is written in Go.');
      await add('The gateway is written in Go');
      for (let index = 0; index < 12; index += 1) await add(`fact ${index} of many`);
      const before = await snapshot();
      await world.store.saveProject(project, { settings: { memoryBudget: { memories: 8 } } });
      const { memory } = await open([{ found: [] }, summarise], {}, daysAfter(40));
      const { jobId, applied } = await memory.consolidate({ project });
      expect(new Set(applied.map(({ action }) => action))).toEqual(
        new Set(['added', 'merged', 'archived', 'updated']),
      );
      const undone = await memory.jobs.undo(jobId ?? '', 'it was too much');
      expect(undone.left).toEqual([]);
      const after = await snapshot();
      const ids = new Set(before.map(({ id }) => id));
      expect(after.filter(({ id }) => ids.has(id))).toEqual(before);
      expect(after.filter(({ id, is_valid: isValid }) => !ids.has(id) && isValid)).toEqual([]);
      expect(await world.query('select * from public.devai_memory_relations')).toEqual([]);
      // what a person took back stays
      await world.store.saveProject(project, { settings: { memoryBudget: null } });
      const again = await memory.consolidate({ project });
      expect(again.applied.filter(({ action }) => action !== 'updated')).toEqual([]);
    });

    it('skips memories that changed since its plan was made, and says so', async () => {
      const one = await add(texts[0] ?? '');
      await add(texts[1] ?? '');
      const { memory } = await open([
        async (request) => {
          await world.setNow(daysAfter(1));
          await world.store.updateMemory(one, { importance: 7 }, user, 'meanwhile');
          return merge(request);
        },
      ]);
      const run = await memory.consolidate({ project });
      expect(run).toMatchObject({
        status: 'done',
        applied: [],
        skipped: [{ kind: 'merge', reason: 'changed since the plan was made' }],
      });
      expect(run.after).toEqual(run.before);
      expect(await valid()).toEqual(texts.toSorted());
    });

    it('asks again once after a malformed answer, then is retried later, and pays for each call once', async () => {
      for (const content of texts) await add(content);
      const bad = { found: [{ memories: [1, 9], best: 1, text: null, reason: '' }] };
      const { memory } = await open([bad, 'no JSON', bad, merge]);
      const failed = await memory.consolidate({ project });
      expect(failed).toMatchObject({ status: 'waiting', applied: [] });
      expect(failed.error).toContain('the model gave no usable duplicates');
      expect(await memory.consolidate({ project })).toMatchObject({ status: 'done', jobId: failed.jobId });
      expect((await memory.stats()).usage).toMatchObject([
        { operation: 'consolidate', allTime: { calls: 4 } },
      ]);
    });

    it('waits above the daily ceiling, and continues with the answers already paid for', async () => {
      await addDetails();
      for (const content of texts) await add(content);
      const limit = { usage: { dailyTokenLimit: 100 } };
      const replies: Reply[] = [merge, summarise];
      const { memory, requests } = await open(replies, limit, daysAfter(40));
      const first = await memory.consolidate({ project });
      expect(first).toMatchObject({ status: 'waiting', applied: [] });
      expect(first.error).toContain('token limit');
      expect(requests).toHaveLength(1);
      await expect(memory.consolidate({ project, dryRun: true })).rejects.toMatchObject({ code: 'conflict' });
      const next = await open([summarise], limit, daysAfter(41));
      await next.memory.consolidate({ project });
      expect(next.requests).toHaveLength(1);
      expect(await valid()).toEqual([texts[0], summary]);
    });

    it('repeats no paid call when its process dies between two calls', async () => {
      await addDetails();
      for (const content of texts) await add(content);
      const dying: Reply[] = [merge, Object.assign(new Error('died'), { name: 'died' })];
      const { memory } = await open(dying, {}, daysAfter(40));
      await memory.consolidate({ project });
      const next = await open([summarise], {}, daysAfter(40));
      expect(await next.memory.consolidate({ project })).toMatchObject({ status: 'done' });
      expect(await valid()).toEqual([texts[0], summary]);
    });
  });

  describe('forgetting', () => {
    /** Rows of any table that hold a text. */
    async function holding(text: string): Promise<string[]> {
      const found: string[] = [];
      for (const table of ['devai_memories', 'devai_memory_events', 'devai_jobs']) {
        const rows = await world.query(`select 1 from public.${table} t where strpos(t::text, $1) > 0`, [
          text,
        ]);
        if (rows.length > 0) found.push(table);
      }
      return found;
    }

    it('of a part erases the summary, and restores the other parts', async () => {
      const ids = await addDetails();
      const { memory } = await open([summarise], {}, daysAfter(40));
      await memory.consolidate({ project });
      await memory.memories.forget(ids[0] ?? '');
      expect(await holding('reader, writer and retry loop')).toEqual([]);
      expect(await holding('the reader had to')).toEqual([]);
      expect(await valid()).toEqual(details.slice(1).toSorted());
    });

    it('of a summary erases its parts, and of one of several equal memories all of them', async () => {
      await addDetails();
      const { memory } = await open([summarise], {}, daysAfter(40));
      await memory.consolidate({ project });
      const [whole] = await memory.memories.list({ project });
      await memory.memories.forget(whole?.id ?? '');
      expect(await holding('importer')).toEqual([]);

      const one = await add('the gateway is written in Go.');
      await add('The gateway is written in Go');
      await memory.consolidate({ project });
      await memory.memories.forget(one);
      expect(await holding('gateway')).toEqual([]);
    });

    it('erases the text from a waiting plan, which is made anew', async () => {
      await addDetails();
      await add('Releases are on Tuesdays');
      const two = await add('We release every Tuesday');
      const failing = new Error('away');
      const merge = (request: ModelRequest) => ({
        found: [
          entry(request, ['Releases are on Tuesdays', 'We release every Tuesday'], {
            text: 'Every Tuesday is a release',
          }),
        ],
      });
      const { memory } = await open([merge, failing], {}, daysAfter(40));
      await memory.consolidate({ project });
      expect(await holding('Every Tuesday is a release')).toEqual(['devai_jobs']);
      await memory.memories.forget(two);
      expect(await holding('Every Tuesday is a release')).toEqual([]);
    });
  });

  it('runs weekly for every project, and makes up for a missed run', async () => {
    await add('one');
    await add('other', { namespace: 'devai/project/other' });
    await add('of the user', { namespace: 'devai/user/facts' });
    const { memory } = await open();
    expect(await memory.consolidation.missed()).toBe(false);
    expect(await memory.consolidation.enqueueAll()).toBe(2);
    expect(await memory.consolidation.enqueueAll()).toBe(2);
    const jobs = (await memory.jobs.list()).filter(({ kind }) => kind === 'consolidate');
    expect(jobs.map(({ key }) => key).toSorted()).toEqual(['other', 'taskforge']);
    const { memory: later } = await open(null, {}, daysAfter(9));
    expect(await later.consolidation.missed()).toBe(true);
    expect(await later.consolidation.missed(start)).toBe(false);
    expect(await later.consolidation.missed(daysAfter(1))).toBe(true);
  });

  async function open(replies: Reply[] | null = null, options: MemoryOptionOverrides = {}, at = start) {
    const model = replies && scriptedChatModel(replies);
    await world.setNow(at);
    const memory = await world.openMemory({ models: { small: model }, options });
    return { memory, requests: model?.requests ?? [] };
  }

  async function add(
    content: string,
    fields: Partial<StoredCandidate> = {},
    row: Record<string, unknown> = {},
  ) {
    const { id } = await world.add(content, fields);
    for (const [column, value] of Object.entries(row)) {
      await world.query(`update public.devai_memories set ${column} = $2 where id = $1`, [id, value]);
    }
    return id;
  }

  /** Everything but the ledger, jobs and settings. */
  const snapshot = () =>
    world.query(`select id, content, is_valid, archived, importance, superseded_by, tags, priority, trust
      from public.devai_memories order by id`);
});

/** An entry of a model's answer about the statements with these texts. */
function entry(request: ModelRequest, texts: string[], how: { best?: string; text?: string }) {
  const prompt = request.messages.map(({ content }) => content).join('\n');
  const numberOf = (text: string): number => {
    const quoted = JSON.stringify(text).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return Number(new RegExp(String.raw`^(\d+)\. ${quoted} `, 'm').exec(prompt)?.[1] ?? 0);
  };
  const best = how.best === undefined ? null : numberOf(how.best);
  return { memories: texts.map(numberOf), best, text: how.text ?? null, reason: 'the same' };
}
