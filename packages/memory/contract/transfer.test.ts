import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { forgetMessage } from '../src/memories/forget-message.ts';
import { forget } from '../src/memories/forget.ts';
import { resolveOptions } from '../src/options.ts';
import { createDocuments } from '../src/documents/documents.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { transferOf } from './transfer-of.ts';
import { daysAfter, openWorld, start, user } from '../testing/open-world.ts';
import { noJournal } from '../testing/no-journal.ts';
import { linesOf } from '../testing/lines-of.ts';

describe.each(testDatabases({ driverAtRisk: true }))(
  'moving a whole store to and from $name',
  (testDatabase) => {
    const world = openWorld(testDatabase);
    const sessionId = randomUUID();

    it('keeps a project as a person described it in the target, and refuses invalid settings', async () => {
      await world.store.saveProject('taskforge', { name: 'There', settings: { contextDays: 3 } });
      const lines = await exported();
      await world.store.saveProject('taskforge', { name: 'Here' });
      expect(await transfer().import(lines)).toMatchObject({ project: { added: 0, known: 1 } });
      expect(await world.store.getProject('taskforge')).toMatchObject({ name: 'Here' });
      const wrong = { kind: 'project', row: { id: 'New', settings: { contextDays: 'many' } } };
      await expect(transfer().import([lines[0], wrong])).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^line 2 \(project\): settings\.contextDays: /),
      });
      expect(await world.store.getProject('new')).toBeNull();
    });

    it('restores every row of every table', async () => {
      await fill();
      const lines = await exported();
      await world.query(
        `update public.devai_jobs set status = 'waiting', leased_by = null, leased_until = null where status = 'running'`,
      );
      await world.query(`delete from public.devai_jobs where kind = 'embed'`);
      const before = await contents();
      await empty();
      const report = await transfer().import(lines);
      expect(report).toMatchObject({
        tombstone: { added: 1 },
        project: { added: 2 },
        memory: { added: 2 },
        relation: { added: 2 },
        session: { added: 1 },
        message: { added: 5 },
        topic: { added: 1 },
        document: { added: 1 },
        chunk: { added: 1 },
        usage: { added: 2 },
      });
      await world.query(`delete from public.devai_jobs where kind = 'embed'`);
      expect(await contents()).toEqual(before);
      const found = await world.store.searchMessages({
        words: ['message'],
        project: 'taskforge',
        sessionId: null,
        since: null,
        until: null,
        limit: 10,
      });
      expect(found).toHaveLength(5);
    });

    it('adds nothing a second time, and keeps what changed in the target', async () => {
      await fill();
      const lines = await exported();
      await world.store.appendMessages(sessionId, [sampleMessage('said here since')], {
        idleSeconds: 60,
        every: 0,
      });
      const before = await contents();
      const report = await transfer().import(lines);
      expect(Object.values(report).map(({ added }) => added)).toEqual(Object.values(report).map(() => 0));
      expect(await contents()).toEqual(before);
    });

    it('forgets here what was forgotten there since, and says so', async () => {
      await fill();
      const memory = await world.add({
        ...sampleStatement('the spare key is under the fern'),
        sessionId,
        evidence: [{ sessionId, messages: [2], quote: 'words of message 1' }],
      });
      const share = { scope: 'devai/project/taskforge', agent: null, sessionId: null, ttlSeconds: null };
      await world.store.publish({
        ...share,
        key: 'note',
        value: { value: 'the spare key is under the fern' },
      });
      await world.store.publish({ ...share, key: 'nothing', value: { value: null } });
      const early = await exported();
      await transferOf(world.store).import(early);
      const forgetting = {
        store: world.store,
        journal: noJournal,
        onForgotten: () => {},
      };
      await forget(forgetting, memory.id, { messages: true });
      await forgetMessage(forgetting, { sessionId, number: 4 });
      const late = await exported();
      await empty();
      await transferOf(world.store).import(early);
      expect(await world.store.getMemory(memory.id)).not.toBeNull();

      const report = await transferOf(world.store).import(late);
      expect(report).toMatchObject({ message: { added: 2 } });
      expect(report.tombstone?.added).toBeGreaterThanOrEqual(1);
      expect(await world.store.getMemory(memory.id)).toBeNull();
      const messages = await world.store.listMessages(sessionId, { after: 0, limit: 10 });
      expect(messages.map(({ content }) => content)).toEqual([
        'words of message 0',
        '',
        'words of message 2',
        '',
        'words of message 4',
      ]);
      const again = await exported();
      expect(JSON.stringify(again)).not.toContain('fern');
      expect(again.filter(({ kind }) => kind === 'shared')).toHaveLength(1);
      const repeated = await transferOf(world.store).import(late);
      expect(Object.values(repeated).map(({ added }) => added)).toEqual(Object.values(repeated).map(() => 0));
    });

    it('erases shared entries that were erased there', async () => {
      const share = { scope: 'devai/global', key: 'note', agent: null, sessionId: null, ttlSeconds: null };
      await world.store.publish({ ...share, value: { value: 'the alarm is off' } });
      const lines = await exported();
      const { id } = Object(lines.find(({ kind }) => kind === 'shared')?.['row']);
      const [header] = lines;
      const erased = { kind: 'shared_tombstone', row: { id, erased_at: start.toISOString() } };
      expect(await transferOf(world.store).import([header, erased])).toEqual({
        shared_tombstone: { added: 1, known: 0 },
      });
      expect(JSON.stringify(await exported())).not.toContain('alarm');
      expect(await transferOf(world.store).import([header, erased])).toEqual({
        shared_tombstone: { added: 0, known: 1 },
      });
    });

    it('makes sessions due that were not extracted before, in whatever store they end up', async () => {
      await world.store.openSession({ id: sessionId, project: 'taskforge', agent: 'chapo', metadata: {} });
      const messages = Array.from({ length: 5 }, (_, index) => sampleMessage(`words of message ${index}`));
      await world.store.appendMessages(sessionId, messages, { idleSeconds: 60, every: 2 });
      await world.query(`update public.devai_sessions set idle_due_at = null`);
      const lines = (await exported()).filter(({ kind }) => kind !== 'job');
      await empty();
      await transfer().import(lines);
      expect(await world.store.enqueueDueExtractions()).toBe(0);
      await world.setNow(new Date(start.getTime() + 61_000));
      expect(await world.store.enqueueDueExtractions()).toBe(1);
      expect(await world.store.claimJob('worker', 60, 8)).toMatchObject({ kind: 'extract', key: sessionId });
      await transfer().import(lines);
      expect(await world.store.enqueueDueExtractions()).toBe(0);
    });

    it('does not treat a session as extracted when its row comes before its messages', async () => {
      await world.store.openSession({ id: sessionId, project: 'taskforge', agent: 'chapo', metadata: {} });
      await world.store.appendMessages(sessionId, [sampleMessage('still to be read')], {
        idleSeconds: 60,
        every: 0,
      });
      const lines = await exported();
      await empty();
      await world.setNow(daysAfter(1));
      const middle = lines.findIndex(({ kind }) => kind === 'message');
      await transfer().import(lines.slice(0, middle));
      expect(await world.store.enqueueDueExtractions()).toBe(0);
      await transfer().import(lines);
      expect(await world.store.enqueueDueExtractions()).toBe(1);
    });

    it('completes an import that broke off', async () => {
      await fill();
      const lines = await exported();
      await empty();
      const middle = lines.findIndex(({ kind }) => kind === 'message') + 2;
      const broken = [...lines.slice(0, middle), { kind: 'message', row: { session_id: 'none' } }];
      await expect(transfer().import(broken)).rejects.toMatchObject({ code: 'invalid_input' });
      const report = await transfer().import(lines);
      expect(report).toMatchObject({
        memory: { added: 0, known: 2 },
        message: { added: 5 },
        topic: { added: 1 },
      });
    });

    it.each([
      ['devai/project/../x', /^devai\/project\/[0-9a-f]{10}\/x$/],
      ['devai/project/TaskForge/Notes', /^devai\/project\/taskforge\/notes$/],
      [`devai/user/${Array.from({ length: 30 }, () => 'a').join('/')}`, /^devai\/user(\/a){6}$/],
      ['devai/user/../x', /^devai\/user\/x$/],
      ['DEVAI/Global', /^devai\/global$/],
      ['devai/project/taskforge/notes', /^devai\/project\/taskforge\/notes$/],
    ])('files memories under %s within the same branch', async (namespace, expected) => {
      await world.add('the gateway');
      const lines = (await exported()).map((line) =>
        line['kind'] === 'memory' ? { ...line, row: { ...Object(line['row']), namespace } } : line,
      );
      await empty();
      await transfer().import(lines);
      const [row] = await world.query('select namespace from public.devai_memories');
      expect(row?.['namespace']).toMatch(expected);
    });

    it('names a wrong line', async () => {
      const event = { at: '2026-01-15T10:00:00+00:00', action: 'added', reason: 'told', actor_kind: 'user' };
      const [header = {}] = await exported();
      const wrong: [unknown[], RegExp][] = [
        [[], /empty/],
        [[{ kind: 'memory', row: {} }], /line 1/],
        [[{ ...header, version: 99 }], /line 1/],
        [[header, { kind: 'cat', row: {} }], /line 2: kind/],
        [[header, 'x'], /line 2/],
        [
          [header, { kind: 'memory', row: JSON.parse(`{"a":${'['.repeat(9e4)}${']'.repeat(9e4)}}`) }],
          /line 2: is nested/,
        ],
        [[header, { kind: 'memory', row: {} }], /lines 2 to 2 \(memory\): .* is missing/],
        [[header, { kind: 'memory', row: { namespace: 'x/y' } }], /line 2 \(memory\): namespace: must begin/],
        [
          [header, { kind: 'memory', row: { namespace: 'devai/project' } }],
          /line 2 \(memory\): namespace: .* name of a project/,
        ],
        ...(
          [
            ['text', /line 2 \(memory\): history: /],
            [[{ ...event, action: 'burnt' }], /line 2 \(memory\): history\.0\.action: /],
            [[event, { ...event, at: 'yesterday' }], /line 2 \(memory\): history\.1\.at: /],
            [[event, { ...event, reason: null }], /line 2 \(memory\): history\.1\.reason: /],
            [[{ ...event, actor_kind: 'cat' }], /line 2 \(memory\): history\.0\.actor_kind: /],
            [[3], /line 2 \(memory\): history\.0: /],
          ] as const
        ).map(([history, text]): [unknown[], RegExp] => [
          [header, { kind: 'memory', row: { history } }],
          text,
        ]),
      ];
      for (const [lines, text] of wrong) {
        await expect(transfer().import(lines)).rejects.toMatchObject({
          code: 'invalid_input',
          message: expect.stringMatching(text),
        });
      }
    });

    function transfer() {
      return transferOf(world.store);
    }

    async function fill(): Promise<void> {
      const settings = { memoryBudget: { memories: 100 }, contextDays: 3 };
      await world.store.saveProject('taskforge', { name: 'TaskForge', description: 'tasks', settings });
      await world.store.saveProject('attic', {});
      await world.store.saveProject('attic', { archived: true });
      const gateway = await world.add('the gateway');
      const database = await world.add('the database "เสือ" 😀');
      await world.relate(gateway, 'depends_on', database);
      await world.relate(gateway, 'relates_to', database);
      const secret = await world.add('to be forgotten');
      await world.store.forgetMemory(secret.id, user, { messages: false });
      await world.store.openSession({
        id: sessionId,
        project: 'taskforge',
        agent: 'chapo',
        metadata: { a: [1] },
      });
      const messages = Array.from({ length: 5 }, (_, index) => sampleMessage(`words of message ${index}`));
      await world.store.appendMessages(sessionId, messages, { idleSeconds: 60, every: 2 });
      await world.query(
        `update public.devai_sessions set name = 'Words', named_by = 'extraction', gist = 'Words were said'`,
      );
      await world.query(`select set_config('devai.now', $3, true), public.devai__index_gist($1, $2)`, [
        sessionId,
        '["words", "said"]',
        start.toISOString(),
      ]);
      const paths = { filePaths: ['a.ts'], directories: ['src'] };
      await world.store.touchTopic(
        { project: 'taskforge', topic: 'login', parentTopic: null, ...paths, sessionId },
        { maximumPaths: 20, limit: 100 },
      );
      const text = '# Decay\n\nA memory fades when nobody uses it.';
      await createDocuments({
        store: world.store,
        options: resolveOptions(),
        onUnembedded: () => {},
      }).ingest({
        path: 'docs/decay.md',
        project: 'taskforge',
        sourceHash: 'hash',
        bytes: text.length,
        read: async () => ({ text, title: null, kind: 'markdown' }),
      });
      const usage = { model: 'm', inputTokens: 3, outputTokens: 4, sessionId, jobId: null };
      await world.store.recordUsage([
        { operation: 'extract', ...usage },
        { operation: 'embed_query', ...usage },
      ]);
      await world.store.claimJob('a worker of the old store', 60, 8);
    }

    function exported() {
      return linesOf(transfer().export());
    }

    async function contents(): Promise<Record<string, unknown>> {
      const all: Record<string, unknown> = {};
      for (const table of tables) {
        const rows = await world.query(`select to_jsonb(t) as row from public.${table} t`);
        const texts = rows.map(({ row }) =>
          JSON.stringify({ ...Object(row), ...(table === 'devai_usage' && { id: 0 }) }),
        );
        all[table] = texts.toSorted();
      }
      return all;
    }

    function empty() {
      return world.query(
        `truncate ${[...tables, 'devai_memory_events'].map((name) => `public.${name}`).join()} cascade`,
      );
    }
  },
);

const tables = [
  'devai_projects',
  'devai_memories',
  'devai_memory_relations',
  'devai_gists',
  'devai_sessions',
  'devai_messages',
  'devai_recent_topics',
  'devai_topic_sessions',
  'devai_said',
  'devai_documents',
  'devai_chunks',
  'devai_jobs',
  'devai_usage',
];
