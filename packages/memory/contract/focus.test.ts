import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from './test-database.ts';
import { resolveOptions } from '../src/options.ts';
import { countMessageTokens, countTokens } from '../src/text/tokens.ts';
import { strengthAt } from '../src/focus/strength.ts';
import {
  fakeModel,
  namesOf,
  openWorkspace,
  sessionId,
  shownIn,
  withoutTopic,
  workOn,
  type Workspace,
} from '../src/focus/focus.fixture.ts';
import type { Focus } from '../src/focus/focus.ts';
import { openWorld, project } from '../testing/open-world.ts';

const extraction = 'apps/api/src/memory/extraction.ts';
const deploy = 'infra/deployment/deploy.yml';

describe.each(testDatabases())('recent focus on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let workspace: Workspace;
  let focus: Focus;
  beforeEach(async () => {
    workspace = await openWorkspace(world);
    focus = workspace.open();
  });
  afterEach(async () => {
    await focus.idle();
    await workspace.close();
  });

  it('follows three days on two topics, and takes over what the user then edits', async () => {
    await workspace.runSession(0, [extraction]);
    await workspace.runSession(1, [deploy]);
    await workspace.advance(1);
    await workspace.runSession(2, [extraction, 'apps/api/src/memory/service.ts']);
    await workspace.advance(1);
    await workspace.runSession(3, [extraction]);
    await workspace.advance(0.25);

    const before = workspace.open();
    await before.write({ project });
    expect((await before.block(project)).block).toBe(
      [
        '## Recent Focus (last 7 days)',
        'The user has been working on:',
        '- **memory** (3 sessions, last touched 6h ago) — extraction.ts, service.ts @ apps/api/src/memory/',
        '- **deployment** (1 session, last touched 2d ago) — deploy.yml @ infra/deployment/',
      ].join('\n'),
    );

    await workspace.edit((text) =>
      withoutTopic('deployment')(text)
        .replace(extraction, 'apps/api/src/memory/extract.ts')
        .replace('## Fading', '- **billing**\n  files: apps/billing/invoice.ts\n\n## Fading'),
    );

    const after = workspace.open();
    expect(await after.sync({ project })).toEqual({
      removed: ['deployment'],
      pending: [],
      added: ['billing'],
      corrected: ['memory'],
      notUnderstood: [],
      written: true,
      copy: null,
      degraded: [],
    });
    expect((await after.block(project)).block).toBe(
      [
        '## Recent Focus (last 7 days)',
        'The user has been working on:',
        '- **billing** (last touched just now) — apps/billing/invoice.ts',
        '- **memory** (3 sessions, last touched 6h ago) — extract.ts, service.ts @ apps/api/src/memory/',
      ].join('\n'),
    );
    const text = await workspace.read();
    expect(shownIn(text)).toEqual(['billing', 'memory']);
    expect(text).toContain('files: apps/api/src/memory/extract.ts, apps/api/src/memory/service.ts');
    expect(await activeRows()).toEqual([
      { topic: 'billing', file_paths: ['apps/billing/invoice.ts'], session_count: 0 },
      {
        topic: 'memory',
        file_paths: ['apps/api/src/memory/extract.ts', 'apps/api/src/memory/service.ts'],
        session_count: 3,
      },
    ]);

    // and it comes once: the next session finds nothing to take over
    expect(await workspace.open().sync({ project })).toMatchObject({ removed: [], added: [], corrected: [] });
  });

  it('decays as the table says, to the day, the same in the store and in the library', async () => {
    await workspace.runSession(0, [extraction]);
    const touched = workspace.clock.now();
    const strengths: Record<number, number> = {};
    for (let day = 0; day <= 28; day += 1) {
      const [topic] = await focus.list(project);
      strengths[day] = Number(topic?.strength.toFixed(2));
      expect(topic?.strength).toBeCloseTo(strengthAt(1, touched, workspace.clock.now()), 10);
      await workspace.advance(1);
    }
    expect(strengths).toMatchObject({ 0: 1, 2: 0.81, 7: 0.48, 14: 0.23, 21: 0.11, 28: 0.05 });
    expect(await focus.list(project)).toEqual([]);
  });

  it('leaves topics out of the block after seven days, and out of the file once they are pruned', async () => {
    await workspace.runSession(0, [extraction]);
    await workspace.advance(7);
    expect((await focus.block(project)).block).toContain(
      '**memory** (1 session, last touched 7d ago, fading)',
    );
    expect(namesOf(await focus.strongest(project, 2))).toEqual(['memory']);
    await workspace.advance(0.1);
    expect((await focus.block(project)).block).toBe('');
    expect(await focus.strongest(project, 2)).toEqual([]);
    await focus.write({ project });
    expect(await workspace.read()).toMatch(/## Fading\n\n- \*\*memory\*\* .* last: 7d ago/);
    await workspace.advance(22);
    await focus.write({ project });
    expect(shownIn(await workspace.read())).toEqual([]);
  });

  it('never makes a block of more than 800 tokens, with 500 topics in the table', async () => {
    await world.query(
      `insert into public.devai_recent_topics (id, project, topic, file_paths, directories, first_seen_at,
         last_touched_at, created_at, updated_at)
       select gen_random_uuid(), $1, 'some-topic-with-number-' || n,
         array(select 'packages/part-' || n || '/src/file-' || f || '.ts' from generate_series(1, 20) f),
         array['packages/part-' || n || '/src/'], $2, $2, $2, $2
       from generate_series(1, 500) n`,
      [project, workspace.clock.now().toISOString()],
    );
    const { block, tokens, topics, degraded } = await focus.block(project);
    expect(tokens).toBe(countTokens(block));
    expect(tokens).toBeLessThanOrEqual(800);
    expect(topics.length).toBeGreaterThan(10);
    expect(degraded).toEqual([]);
    expect((await focus.block(project, { budgetTokens: 100 })).tokens).toBeLessThanOrEqual(100);
    await focus.write({ project });
    expect(shownIn(await workspace.read())).toHaveLength(500);
    expect(await workspace.open().sync({ project })).toMatchObject({ removed: [], added: [], corrected: [] });
  });

  it('makes subtopics of a topic from its third session on', async () => {
    const model = fakeModel(() => ({
      topic: 'memory/extraction',
      file_paths: [extraction],
      directories: [],
    }));
    for (const session of [0, 1, 2])
      await workspace.runSession(session, [extraction], workspace.open({ model }));
    expect(namesOf(await focus.list(project))).toEqual(['memory']);
    const vague = fakeModel(() => ({ topic: 'memory/extraction', file_paths: [], directories: [] }));
    await workspace.runSession(3, [extraction], workspace.open({ model: vague }));
    expect(namesOf(await focus.list(project))).toEqual(['memory']);
    await workspace.runSession(4, [extraction], workspace.open({ model }));
    expect((await focus.list(project)).map(({ topic, parentTopic }) => [topic, parentTopic])).toEqual([
      ['memory', null],
      ['memory/extraction', 'memory'],
    ]);
  });

  it('loses no touch when two sessions work on the same topic at once', async () => {
    const opened = [workspace.open(), workspace.open(), workspace.open({ file: null })];
    for (const [index, one] of opened.entries()) {
      one.noteStep(workOn([`src/memory/${index}.ts`], { sessionId: sessionId(index) }));
    }
    await Promise.all(opened.map((one) => one.idle()));
    const [memory, ...others] = await focus.list(project);
    expect(others).toEqual([]);
    expect(memory).toMatchObject({ topic: 'memory', touchCount: 3, sessionCount: 3 });
    expect(memory?.filePaths.toSorted()).toEqual(['src/memory/0.ts', 'src/memory/1.ts', 'src/memory/2.ts']);
  });

  describe('with a model', () => {
    it('asks it once, in few tokens, and takes from its answer only paths that the step mentioned', async () => {
      const model = fakeModel(() => ({
        topic: 'candidate validation',
        file_paths: ['extraction.ts', 'src/invented.ts'],
        directories: ['apps/api/src/memory/', 'somewhere/else/'],
      }));
      const used: unknown[] = [];
      focus = workspace.open({ model, noteUsage: (entries) => used.push(...entries) });
      focus.noteStep(workOn([extraction]));
      await focus.idle();
      expect(model.requests).toHaveLength(1);
      const [request] = model.requests;
      const tokens = request?.messages.reduce((sum, message) => sum + countMessageTokens(message), 0);
      expect(tokens).toBeLessThan(200);
      expect(request?.maxOutputTokens).toBeGreaterThanOrEqual(1_000);
      expect(request?.schema?.name).toBe('topic');
      expect(await focus.list(project)).toMatchObject([
        { topic: 'candidate validation', filePaths: [extraction], directories: ['apps/api/src/memory/'] },
      ]);
      expect(used).toEqual([
        {
          operation: 'tag',
          model: 'fake-1',
          inputTokens: 190,
          outputTokens: 30,
          sessionId: sessionId(0),
          jobId: null,
        },
      ]);
    });

    it.each([
      ['prose', 'I think this is about memory.'],
      ['nothing', ''],
      ['another form', '{"name":"memory"}'],
      ['a list', '[1,2]'],
    ])('loses the tag when the answer is %s, and says so', async (_, answer) => {
      focus = workspace.open({ model: fakeModel(() => answer) });
      focus.noteStep(workOn([extraction]));
      await focus.idle();
      expect(await focus.list(project)).toEqual([]);
      expect(focus.notice()).toMatch(
        /^topics of recent work are not noted \(failures in a row: 1\): .*topic/,
      );
    });

    it.each([
      ['fenced', '```json\n{"topic":"memory","file_paths":[],"directories":[]}\n```'],
      ['broken', `{topic: 'memory', file_paths: [], directories: []`],
      ['short', '{"topic":"memory"}'],
    ])('reads an answer that is %s', async (_, answer) => {
      focus = workspace.open({ model: fakeModel(() => answer) });
      focus.noteStep(workOn([extraction]));
      await focus.idle();
      expect(namesOf(await focus.list(project))).toEqual(['memory']);
    });

    it('does not tag small talk', async () => {
      focus = workspace.open({ model: fakeModel(() => ({ topic: '', file_paths: [], directories: [] })) });
      focus.noteStep(workOn([], { userMessage: 'good morning' }));
      await focus.idle();
      expect(await focus.list(project)).toEqual([]);
      expect(focus.notice()).toBeNull();
    });

    it('gives up a model that does not answer in time, and tags the next step', async () => {
      let calls = 0;
      const model = fakeModel((_, { signal }) => {
        calls += 1;
        if (calls > 1) return { topic: 'memory', file_paths: [], directories: [] };
        return new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      });
      const options = resolveOptions({ focus: { timeout: 20 } });
      focus = workspace.open({ model, options });
      focus.noteStep(workOn([extraction]));
      await focus.idle();
      expect(focus.notice()).toContain('failures in a row: 1');
      focus.noteStep(workOn([extraction]));
      await focus.idle();
      expect(focus.notice()).toBeNull();
      expect(namesOf(await focus.list(project))).toEqual(['memory']);
    });

    it('does not delay the turn, however long the step', async () => {
      const model = fakeModel(() => ({ topic: 'memory', file_paths: [], directories: [] }));
      focus = workspace.open({ model });
      const step = workOn([extraction], {
        userMessage: 'word '.repeat(200_000),
        reply: 'x'.repeat(1_000_000),
      });
      for (let count = 0; count < 100; count += 1) focus.noteStep(step);
      expect(model.requests).toEqual([]);
      await focus.idle();
      expect(model.requests.length).toBeLessThanOrEqual(2);
    });

    it('neither sends it a secret nor stores one', async () => {
      const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
      const model = fakeModel((prompt) => ({
        topic: 'memory',
        file_paths: [prompt.includes(token) ? token : ''],
        directories: [],
      }));
      focus = workspace.open({ model });
      focus.noteStep(workOn([`tmp/${token}.ts`], { userMessage: `use ${token}`, reply: `I use ${token}` }));
      await focus.idle();
      expect(JSON.stringify(model.requests)).not.toContain(token);
      expect(JSON.stringify(await focus.list(project))).not.toContain(token);
    });
  });

  it('reports every change', async () => {
    const heard: unknown[] = [];
    focus = workspace.open({ onChange: (topics, origin) => heard.push([namesOf(topics), origin]) });
    focus.noteStep(workOn([extraction]));
    await focus.idle();
    await workspace.edit((text) => text.replace('## Fading', '- **billing**\n\n## Fading'));
    await focus.sync({ project });
    await focus.sync({ project });
    await focus.edit(project, []);
    expect(heard).toEqual([
      [['memory'], { project, sessionId: sessionId(0) }],
      [['billing', 'memory'], { project, sessionId: null }],
      [[], { project, sessionId: null }],
    ]);
  });

  describe('a list edited by a client', () => {
    it('becomes what the client sends', async () => {
      await workspace.runSession(0, [extraction]);
      await workspace.runSession(1, [deploy]);
      await focus.edit(project, [
        { topic: 'memory', filePaths: ['a.ts'], directories: [] },
        { topic: 'Billing ', filePaths: [], directories: ['apps/billing/'] },
      ]);
      expect(await activeRows()).toEqual([
        { topic: 'Billing', file_paths: [], session_count: 0 },
        { topic: 'memory', file_paths: ['a.ts'], session_count: 1 },
      ]);
      expect(shownIn(await workspace.read())).toEqual(['Billing', 'memory']);
    });

    it('keeps topics tagged after the client read it', async () => {
      await workspace.runSession(0, [extraction]);
      const readAt = workspace.clock.now();
      await workspace.advance(0.01);
      await workspace.runSession(1, [deploy]);
      await focus.edit(project, [], { asOf: readAt });
      expect(namesOf(await focus.list(project))).toEqual(['deployment']);
    });

    it('refuses a blank name and changes nothing', async () => {
      await workspace.runSession(0, [extraction]);
      await expect(
        focus.edit(project, [{ topic: ' ** ', filePaths: [], directories: [] }]),
      ).rejects.toMatchObject({
        code: 'invalid_input',
      });
      expect(namesOf(await focus.list(project))).toEqual(['memory']);
    });
  });

  async function activeRows(): Promise<Record<string, unknown>[]> {
    return world.query(
      'select topic, file_paths, session_count from public.devai_recent_topics where is_active order by topic',
    );
  }
});
