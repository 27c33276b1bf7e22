import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextProfiles, contextFromSession, MemoryError, type Memory } from '../src/index.ts';
import type { Context } from '../src/context/assemble.ts';
import type { Sent } from '../src/context/context-log.ts';
import type { SectionInput } from '../src/context/section.ts';
import type { NewMessage } from '../src/types.ts';
import { hostileText } from '../src/text/hostile-text.fixture.ts';
import { message } from '../testing/message.ts';
import { openWorld, project } from '../testing/open-world.ts';
import { testDatabases } from './test-database.ts';

const agent: SectionInput = {
  type: 'agent',
  priority: 0,
  zone: 'stable',
  source: 'host',
  items: [{ text: `You are calm. ${'Read before you edit. '.repeat(100)}` }],
};

describe.each(testDatabases())('contexts on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  let sessionId: string;
  beforeEach(async () => {
    memory = await world.openMemory();
    sessionId = await world.say([]);
  });

  it('are shown as they were sent, with tokens, cost and considered items', async () => {
    const { memory: known } = await memory.remember({
      content: 'The API gateway listens on port 6543',
      project,
    });
    const { id, messages, hash, tokens } = await ask('Which port does the API gateway listen on?');
    const shown = await memory.contexts.get(id);
    expect(shown).toMatchObject({ hash, tokens, messages, missing: [], model: 'gpt-5-mini-2025-08-07' });
    // 400 fresh, 600 cached, 100 out
    expect(shown.cost).toBeCloseTo((400 * 0.25 + 600 * 0.025 + 100 * 2) / 1e6, 12);
    const memories = shown.sections.find(({ type }) => type === 'memories');
    expect(memories?.candidates[0]).toMatchObject({ kind: 'memory', id: known.id, included: true });
    expect(memories?.candidates[0]?.reason).toContain('injected');
    const [listed] = await memory.contexts.list({ sessionId });
    expect(listed).toMatchObject({ id, hash, tokens });
    expect(await memory.contexts.list({ project: 'other' })).toEqual([]);
  });

  it('have no cost for a model without a price', async () => {
    const context = await ask('hello', { keep: false });
    const id = randomUUID();
    await memory.contexts.keep(context, { ...sent(id, 1), model: 'my-own-model' });
    expect((await memory.contexts.get(id)).cost).toBeNull();
    memory = await world.openMemory({ prices: { 'my-own-model': { input: 1, cached: 0, output: 2 } } });
    const priced = randomUUID();
    await memory.contexts.keep(context, { ...sent(priced, 1), model: 'mine/my-own-model' });
    expect((await memory.contexts.get(priced)).cost).toBeCloseTo((400 + 200) / 1e6, 12);
  });

  it.runIf(testDatabase.name === 'pglite')('are all kept even if the host never pauses', async () => {
    const context = await ask('hello', { keep: false });
    const ids = Array.from({ length: 500 }, () => randomUUID());
    for (const id of ids) {
      await memory.contexts.keep(context, sent(id, 1));
      await world.query('select 1'); // no timer runs meanwhile
    }
    await memory.contexts.flush();
    expect(await world.query('select count(*)::int as kept from public.devai_contexts')).toEqual([
      { kept: 500 },
    ]);
  });

  it('are assembled again with the same hash by another process, whatever was said', async () => {
    const text = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), hostileText);
    const turn = fc.record({
      text,
      budget: fc.integer({ min: 700, max: 3_000 }),
      calls: fc.array(text, { maxLength: 2 }),
    });
    const ids: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), async (turns) => {
        for (const { text: said, budget, calls } of turns) {
          const { id } = await ask(said, { budget }).catch(() => ({ id: null }));
          if (id) ids.push(id);
          for (const [index, argument] of calls.entries()) {
            const call = { id: `call ${index}`, name: 'read', arguments: JSON.stringify({ argument }) };
            await append(
              message('', { role: 'assistant', type: 'tool_call', toolCalls: [call] }),
              message(argument, { role: 'tool', type: 'tool_result', toolCallId: call.id }),
            );
          }
          await append(message('done', { role: 'assistant' }));
        }
        await memory.contexts.flush();
      }),
      { numRuns: 12 },
    );
    await memory.contexts.flush();
    const other = await world.openMemory();
    expect(ids.length).toBeGreaterThan(12);
    for (const id of ids) {
      expect(await other.contexts.replay(id)).toMatchObject({ same: true, differences: [] });
    }
  });

  it('repeat no sentence of a gist that another section says', async () => {
    const about = 'The gateway listens on port 6543. The boiler was repaired.';
    await append(message('hello there'), message('Hello.', { role: 'assistant' }));
    const gist = { before: null, name: 'Gateway ports', text: about, words: ['gateway', 'port', '6543'] };
    await world.query('select public.devai__set_gist($1, $2)', [sessionId, JSON.stringify(gist)]);
    await memory.remember({ content: 'The gateway listens on port 6543', project });
    sessionId = await world.say([]);
    const { sections } = await ask('On which port is the gateway?');
    const section = sections.find(({ type }) => type === 'related_sessions');
    expect(section?.items.at(-1)?.text).toMatch(/Gateway ports: The boiler was repaired\.$/);
  });

  it('hold the gists of earlier sessions in the first turn of a session, until they are forgotten', async () => {
    const about = 'We moved the gateway to port 6543 because 5432 was taken.';
    await append(message('the gateway moved'), message('Noted.', { role: 'assistant' }));
    const gist = { before: null, name: 'Gateway ports', text: about, words: ['gateway', 'port', '6543'] };
    await world.query('select public.devai__set_gist($1, $2)', [sessionId, JSON.stringify(gist)]);
    const earlier = sessionId;
    sessionId = await world.say([]);
    const first = await ask('On which port is the gateway?');
    const section = first.sections.find(({ type }) => type === 'related_sessions');
    expect(section?.items.at(-1)?.text).toMatch(/^- \(\d{4}-\d\d-\d\d\) Gateway ports: We moved the gateway/);
    expect(section?.candidates).toEqual([
      expect.objectContaining({ kind: 'session', id: earlier, included: true }),
    ]);
    const second = await ask('And why?');
    expect(second.sections.some(({ type }) => type === 'related_sessions')).toBe(false);
    expect(await memory.contexts.replay(first.id)).toMatchObject({ same: true });
  });

  it('survive a compaction: what a model saw before and after is rebuilt from the same messages', async () => {
    const before = await ask('the first question');
    await append(message('answer', { role: 'assistant' }));
    await world.store.saveCompaction({
      ...{ sessionId, from: 0, through: 2, before: null, candidates: [] },
      ...{ summary: 'They asked something.', summaryHash: 'x' },
    });
    const after = await ask('the second question');
    expect(after.sections.map(({ type }) => type)).toContain('summary');
    for (const { id } of [before, after])
      expect(await memory.contexts.replay(id)).toMatchObject({ same: true });
    const { sections } = await memory.contexts.diff(before.id, after.id);
    expect(sections.find(({ type }) => type === 'summary')).toMatchObject({ change: 'added' });
  });

  it('store a text once, however many of them hold it', async () => {
    for (const text of ['one', 'two', 'three']) await ask(text);
    await memory.contexts.flush();
    const [row] = await world.query(
      `select count(*)::int as parts from public.devai_context_parts where content like '%You are calm%'`,
    );
    expect(row?.['parts']).toBe(1);
  });

  // what is stored is made by the same SQL in every store, and 400 messages take a server the least time
  it.runIf(testDatabase.name === 'postgres')(
    'take little more space than their new content in a long session',
    async () => {
      await memory.remember({ content: 'The API gateway listens on port 6543', project });
      for (let turn = 1; turn <= 200; turn += 1) {
        await ask(turn % 3 === 0 ? 'Which port does the API gateway listen on?' : `This is message ${turn}`);
        await append(message(`Reply ${turn}`, { role: 'assistant' }));
      }
      await memory.contexts.flush();
      const [row] = await world.query(
        `select (select sum(pg_column_size(c.*))::int from public.devai_contexts c) as contexts,
        (select sum(pg_column_size(p.*))::int from public.devai_context_parts p) as texts`,
      );
      const bytes = Number(row?.['contexts']) + Number(row?.['texts']);
      expect(bytes / 200).toBeLessThan(4_096);
    },
  );

  it('lose the text of a memory that is forgotten, and replay says so', async () => {
    const content = 'The API gateway listens on port 6543';
    const { memory: known } = await memory.remember({ content, project });
    await memory.sessions.setState(sessionId, 'note', content);
    const { id } = await ask('Which port does the API gateway listen on?');
    await memory.contexts.flush();
    await memory.memories.forget(known.id);
    const rows = await world.query('select content from public.devai_context_parts');
    expect(JSON.stringify(rows)).not.toContain('port 6543');
    const shown = await memory.contexts.get(id);
    expect(JSON.stringify(shown)).not.toContain('port 6543');
    expect(shown.missing).toEqual(['2 of its texts hold something that was forgotten since']);
    expect(await memory.contexts.replay(id)).toMatchObject({
      same: false,
      differences: [{ section: 'texts', reason: '2 of 5 texts hold something that was forgotten since' }],
    });
  });

  it('lose a forgotten decision of the project, and the note of a task together with the statement of its status', async () => {
    const { memory: decision } = await memory.remember({
      content: 'Prices are stored in SQLite 3.49',
      project,
      category: 'decision',
    });
    const { memory: task } = await memory.remember({
      content: 'Build the exporter',
      project,
      category: 'task',
    });
    const { memory: told } = await memory.remember({
      content: 'The exporter waits for the key 7788',
      project,
      category: 'task',
      metadata: { status: 'blocked' },
    });
    await memory.jobs.drain();
    await world.applyDecisionToStored(told.id, { action: 'update', targetId: task.id, inPlace: true });
    await ask('Hello!');
    await memory.contexts.flush();
    const kept = async () =>
      JSON.stringify(await world.query('select content from public.devai_context_parts'));
    expect(await kept()).toContain('- blocked: Build the exporter; The exporter waits for the key 7788');
    await memory.memories.forget(told.id);
    expect(await kept()).not.toContain('key 7788');
    await ask('Hello again!');
    await memory.contexts.flush();
    expect(await kept()).toContain('SQLite 3.49');
    await memory.memories.forget(decision.id);
    expect(await kept()).not.toContain('3.49');
  });

  it('say why a memory was in or out even when its text is forgotten', async () => {
    const { memory: known } = await memory.remember({
      content: 'The API gateway listens on port 6543',
      project,
    });
    const { memory: other } = await memory.remember({ content: 'The API gateway runs on Linux', project });
    const { id, sections } = await ask('Which port does the API gateway listen on?');
    const considered = sections.find(({ type }) => type === 'memories')?.candidates;
    expect(considered?.map((one) => one.id).toSorted()).toEqual([known.id, other.id].toSorted());
    await memory.memories.forget(known.id);
    const shown = (await memory.contexts.get(id)).sections.find(({ type }) => type === 'memories');
    expect(shown).toMatchObject({ items: [], tokens: 0, candidates: considered });
  });

  it('lose the titles of passages when their document is deleted', async () => {
    const text = '# The gateway of herons\n\nThe API gateway listens on port 6543.';
    const { document } = await memory.documents.ingest({
      ...{ project, path: 'docs/gateway.md', sourceHash: 'x', bytes: text.length },
      read: async () => ({ text, title: null, kind: 'markdown' }),
    });
    const { id } = await ask('Which port does the API gateway listen on?');
    const titles = async () => JSON.stringify((await memory.contexts.get(id)).sections);
    expect(await titles()).toContain('herons');
    await memory.documents.delete(document.id);
    expect(await titles()).not.toContain('herons');
    const rows = await world.query('select content from public.devai_context_parts');
    expect(JSON.stringify(rows)).not.toContain('herons');
  });

  it('of an earlier version are migrated: considered items get a text of their own', async () => {
    await append(message('hello'), message('Hi.', { role: 'assistant' }));
    await world.store.saveCompaction({
      ...{ sessionId, from: 0, through: 2, before: null, candidates: [] },
      ...{ summary: 'They said hello.', summaryHash: 'x' },
    });
    await memory.remember({ content: 'The API gateway listens on port 6543', project });
    const { id } = await ask('Which port does the API gateway listen on?');
    const now = await memory.contexts.get(id);
    // as it was kept: profile, sections with their candidates, summary
    await world.query(
      `update public.devai_context_parts p set content = (p.content::jsonb || jsonb_build_object('candidates', k.content::jsonb -> 'candidates'))::text
       from public.devai_context_parts k
       where p.content::jsonb ? 'items' and k.content::jsonb ->> 'type' = p.content::jsonb ->> 'type' and k.content::jsonb ? 'candidates'`,
    );
    await world.query(
      `delete from public.devai_context_parts where content::jsonb ? 'candidates' and not content::jsonb ? 'items'`,
    );
    await world.query(
      `update public.devai_contexts set body = body - 'considered' || jsonb_build_object(
         'texts', (body -> 'texts') - (1 + (body ->> 'sections')::int),
         'conversation', (
           select jsonb_agg(case jsonb_typeof(e) when 'number' then to_jsonb(e::int - 1) else e end)
           from jsonb_array_elements(body -> 'conversation') e))`,
    );
    const migration = await readFile(
      new URL('../../../db/migrations/0016_considered.sql', import.meta.url),
      'utf8',
    );
    for (const statement of migration.split(/(?<=;)\n/)) await world.query(statement);
    expect(await memory.contexts.get(id)).toEqual(now);
    expect(now.sections.find(({ type }) => type === 'memories')?.candidates).toHaveLength(1);
    expect(now.messages.some(({ content }) => content.includes('They said hello.'))).toBe(true);
  });

  it('lose a summary that mentioned a forgotten memory, even when a later one does not', async () => {
    const content = 'the vault code word is heron';
    await append(message(`remember: ${content}`), message('Noted.', { role: 'assistant' }));
    const stated = await memory.rememberStated({
      ...{ text: `remember: ${content}`, project, sessionId, messageNumber: 1 },
    });
    const compact = (before: string | null, from: number, summary: string) =>
      world.store.saveCompaction({
        ...{ sessionId, from, through: from + 2, before, candidates: [], summary, summaryHash: 'x' },
      });
    await compact(null, 0, `They said that ${content}.`);
    const { id } = await ask('hello');
    await append(message('Hi.', { role: 'assistant' }));
    await compact(`They said that ${content}.`, 2, 'They said hello.');
    await memory.contexts.flush();
    await memory.memories.forget(stated.saved[0]?.memory.id ?? '');
    expect(JSON.stringify(await memory.contexts.get(id))).not.toContain('heron');
  });

  it('lose the text of a message that is forgotten', async () => {
    await append(message('remember: the vault code word is heron'), message('Noted.', { role: 'assistant' }));
    const stated = await memory.rememberStated({
      ...{ text: 'remember: the vault code word is heron', project, sessionId, messageNumber: 1 },
    });
    const { id } = await ask('hello');
    await memory.memories.forget(stated.saved[0]?.memory.id ?? '', { messages: true });
    const replayed = await memory.contexts.replay(id);
    expect(replayed.same).toBe(false);
    expect(replayed.differences.map(({ reason }) => reason).join()).toContain('forgotten since of message 1');
    expect(JSON.stringify(await memory.contexts.get(id))).not.toContain('heron');
  });

  it('are stored without a text that was forgotten before they were', async () => {
    const { memory: known } = await memory.remember({
      content: 'The API gateway runs on heron',
      project,
    });
    const context = await ask('Where does the API gateway run?', { keep: false });
    await memory.memories.forget(known.id);
    const id = randomUUID();
    await memory.contexts.keep(context, sent(id, 1));
    expect((await memory.contexts.get(id)).missing).toHaveLength(1);
    const rows = await world.query('select content from public.devai_context_parts');
    expect(JSON.stringify(rows)).not.toContain('heron');
  });

  it('are deleted after 30 days, with the texts that no later one holds', async () => {
    const { id: old } = await ask('one');
    await memory.contexts.flush();
    await world.query(`update public.devai_contexts set created_at = created_at - interval '1 year'`);
    await world.query(`update public.devai_context_parts set used_at = used_at - interval '1 year'`);
    const { id: recent } = await ask('two');
    await memory.contexts.flush();
    expect(await memory.decay.run()).toMatchObject({ removedContexts: 1 });
    await expect(memory.contexts.get(old)).rejects.toMatchObject({ code: 'not_found' });
    expect(await memory.contexts.replay(recent)).toMatchObject({ same: true });
    const texts = await world.query('select hash from public.devai_context_parts');
    expect(texts.length).toBeGreaterThan(0);
  });

  it('report what was added, removed, moved and judged differently from one turn to the next', async () => {
    const { memory: gateway } = await memory.remember({
      content: 'The API gateway listens on port 6543',
      project,
    });
    const { memory: mail } = await memory.remember({ content: 'Mail goes out through Postmark', project });
    const one = await ask('Which port does the API gateway listen on?');
    const two = await ask('Through what does mail go out?');
    const { sections } = await memory.contexts.diff(one.id, two.id);
    const memories = sections.find(({ type }) => type === 'memories');
    expect(memories?.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: gateway.id, change: 'gone' }),
        expect.objectContaining({ id: mail.id, change: 'added' }),
      ]),
    );
    expect(memories?.lines).toEqual(
      expect.arrayContaining([
        { change: 'gone', text: expect.stringMatching(/^- .*The API gateway listens on port 6543$/) },
        { change: 'added', text: expect.stringMatching(/^- .*Mail goes out through Postmark$/) },
      ]),
    );
    expect((await memory.contexts.diff(one.id, one.id)).sections).toEqual([]);
  });

  it('replayed with a new search report how the result differs today', async () => {
    await memory.remember({ content: 'The API gateway listens on port 6543', project });
    const { id } = await ask('Which port does the API gateway listen on?');
    expect(await memory.contexts.replay(id, { retrieve: true })).toMatchObject({ same: true, drift: [] });
    const { memory: later } = await memory.remember({
      content: 'The API gateway listens on port 8443 for TLS',
      project,
    });
    const { same, drift } = await memory.contexts.replay(id, { retrieve: true });
    expect(same).toBe(true);
    expect(drift).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: later.id, change: 'added' })]),
    );
  });

  it('wait while the store is down, and are stored with the messages that they hold', async () => {
    let isAway = false;
    const lent = world.lend();
    const away: typeof lent = {
      ...lent,
      call: async (name, args) => {
        if (isAway) throw new MemoryError('database_unavailable', 'away');
        return lent.call(name, args);
      },
    };
    const other = await world.openMemory({ database: away });
    const context = await ask('hello', { keep: false });
    const id = randomUUID();
    isAway = true;
    await other.contexts.keep(context, sent(id, 1));
    await other.contexts.flush();
    isAway = false;
    // by itself: nothing else is asked of this memory
    await expect.poll(() => memory.contexts.list({ sessionId })).toMatchObject([{ id }]);
    expect(await other.contexts.replay(id)).toMatchObject({ same: true });
  });

  it('are kept only with what names them, and need no more', async () => {
    const context = await ask('hello', { keep: false });
    const id = randomUUID();
    const refused = (problem: string) => ({
      code: 'invalid_input',
      message: expect.stringContaining(problem),
    });
    const keep = async (...given: unknown[]) => Reflect.apply(memory.contexts.keep, undefined, given);
    await expect(keep(context)).rejects.toMatchObject(refused('sent: '));
    await expect(keep(context, { id, usage: null })).rejects.toMatchObject(refused('sessionId: '));
    await expect(keep({}, sent(id, 1))).rejects.toMatchObject(refused('hash: '));
    const told = { id, sessionId, model: null, end: 'reply' as const };
    await expect(keep(context, { ...told, project: ' ' })).rejects.toMatchObject(refused('project: '));
    await memory.contexts.keep(context, { ...told, project: ` ${project.toUpperCase()}` });
    expect(await memory.contexts.list({ project })).toMatchObject([
      { id, project, turn: null, step: 1, question: null, usage: null, cost: null, degraded: [] },
    ]);
  });

  it('are stored one by one when the store refuses one of them', async () => {
    const context = await ask('hello', { keep: false });
    const [first, last] = [randomUUID(), randomUUID()];
    await memory.contexts.keep(context, sent(first, 1));
    await memory.contexts.keep(context, { ...sent(randomUUID(), 1), sessionId: randomUUID() });
    await memory.contexts.keep(context, sent(last, 1));
    for (const id of [first, last]) expect(await memory.contexts.get(id)).toMatchObject({ missing: [] });
  });

  it.runIf(testDatabase.capabilities.concurrentConnections)(
    'never keep the text of a memory that is forgotten at the same time',
    async () => {
      for (let round = 0; round < 20; round += 1) {
        const content = `The API gateway listens on port 6543, round ${round}`;
        const { memory: known } = await memory.remember({ content, project });
        const context = await ask('Which port does the API gateway listen on?', { keep: false });
        await memory.contexts.keep(context, sent(randomUUID(), 1));
        await Promise.all([memory.contexts.flush(), memory.memories.forget(known.id)]);
        const rows = await world.query('select content from public.devai_context_parts');
        expect(JSON.stringify(rows)).not.toContain(`round ${round}`);
      }
    },
  );

  it('are not found by an unknown id', async () => {
    await expect(memory.contexts.get(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(memory.contexts.replay(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  describe('chosen by the user', () => {
    const text = (context: Context) => context.messages.map(({ content }) => content).join('\n');

    it('always hold a pinned memory, and never an excluded one', async () => {
      const { memory: known } = await memory.remember({
        content: 'The API gateway listens on port 6543',
        project,
      });
      expect(text(await ask('What is the weather?'))).not.toContain('6543');
      await memory.contexts.chooseMemories(sessionId, 'pinned', [known.id], true);
      expect(text(await ask('What is the weather?'))).toContain('6543');
      await memory.contexts.chooseMemories(sessionId, 'excluded', [known.id], true);
      expect(await memory.contexts.choices(sessionId)).toMatchObject({ pinned: [], excluded: [known.id] });
      const { sections, ...context } = await ask('Which port does the API gateway listen on?');
      expect(
        context.messages.some(({ role, content }) => role === 'system' && content.includes('6543')),
      ).toBe(false);
      const memories = sections.find(({ type }) => type === 'memories');
      expect(memories?.candidates).toContainEqual(
        expect.objectContaining({ id: known.id, included: false, reason: 'excluded from this session' }),
      );
      await memory.contexts.chooseMemories(sessionId, 'excluded', [known.id], false);
      expect(text(await ask('On which port does the API gateway listen?'))).toContain(
        ' The API gateway listens on port 6543',
      );
    });

    it('refuse a memory of another project, and more than a hundred memories', async () => {
      const { memory: foreign } = await memory.remember({ content: 'Their port is 1', project: 'other' });
      const pin = (ids: string[]) => memory.contexts.chooseMemories(sessionId, 'pinned', ids, true);
      await expect(pin([foreign.id])).rejects.toMatchObject({ code: 'not_found' });
      const many = Array.from({ length: 101 }, () => randomUUID());
      await expect(world.store.chooseForSession(sessionId, 'pinned', many, true)).rejects.toMatchObject({
        code: 'invalid_input',
      });
      expect((await memory.contexts.choices(sessionId)).pinned).toEqual([]);
    });

    it('lack a hidden message, and hold it again when it is shown', async () => {
      await append(message('I had a heron for lunch'), message('Oh.', { role: 'assistant' }));
      await memory.contexts.hideMessages(sessionId, [1], true);
      expect(text(await ask('hello'))).not.toContain('heron');
      await memory.contexts.hideMessages(sessionId, [1], false);
      expect(text(await ask('hello again'))).toContain('heron');
      await expect(memory.contexts.hideMessages(sessionId, [99], true)).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('hold the state of the session until it is removed, without secrets', async () => {
      await memory.sessions.setState(sessionId, 'branch', { name: 'feature/x', tries: 3 });
      await memory.sessions.setState(sessionId, 'token', `ghp_${'a1B2'.repeat(9)}`);
      const shown = text(await ask('hello'));
      expect(shown).toContain('- branch: {"name":"feature/x","tries":3}');
      expect(shown).toContain('[redacted:');
      expect(await memory.sessions.setState(sessionId, 'branch', undefined)).not.toHaveProperty('branch');
      const tooLong = memory.sessions.setState(sessionId, 'long', 'x'.repeat(20_000));
      await expect(tooLong).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(memory.sessions.setState(sessionId, '', 1)).rejects.toMatchObject({
        code: 'invalid_input',
      });
      await expect(memory.sessions.setState(sessionId, 'f', 1n)).rejects.toMatchObject({
        code: 'invalid_input',
      });
    });

    it('use the session’s shares, which add up to at most the whole budget', async () => {
      const { memory: known } = await memory.remember({
        content: 'The API gateway listens on port 6543',
        project,
      });
      await memory.contexts.setShares(sessionId, { 4: 0 });
      const { sections } = await ask('Which port does the API gateway listen on?');
      expect(sections.find(({ type }) => type === 'memories')?.candidates).toContainEqual(
        expect.objectContaining({ id: known.id, included: false }),
      );
      await expect(memory.contexts.setShares(sessionId, { 4: 0.9 })).rejects.toMatchObject({
        code: 'invalid_input',
      });
      await expect(memory.contexts.setShares(sessionId, { 9: 0.1 })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    });
  });

  const append = (...messages: NewMessage[]) =>
    memory.sessions.append({ id: sessionId, project, agent: 'chapo' }, messages);

  async function conversation() {
    const session = await memory.sessions.get(sessionId);
    if (!session) throw new Error('no session');
    return contextFromSession(session, await memory.sessions.messages(sessionId));
  }

  /** A turn as a host runs it, up to the model's answer. */
  async function ask(
    text: string,
    {
      budget = 20_000,
      id = randomUUID(),
      keep = true,
    }: { budget?: number; id?: string; keep?: boolean } = {},
  ): Promise<Context & { id: string }> {
    const [asked] = await append(message(text));
    const running = await conversation();
    const { sections, profile, hidden } = await memory.contexts.gather({
      sessionId,
      project,
      text,
      before: running.slice(0, -1),
      profile: contextProfiles.cache,
      budget,
    });
    const context = await memory.contexts.assemble({
      profile,
      budget,
      sections: [agent, ...sections],
      conversation: running,
      hidden,
    });
    if (keep) await memory.contexts.keep(context, sent(id, asked?.number ?? null));
    return { ...context, id };
  }

  const sent = (id: string, question: number | null): Sent => ({
    ...{ id, sessionId, project, turn: randomUUID(), step: 1, question, model: 'gpt-5-mini-2025-08-07' },
    usage: { inputTokens: 1_000, outputTokens: 100, cachedTokens: 600 },
    ...{ end: 'reply', prefix: null, traceId: null, degraded: [] },
  });
});
