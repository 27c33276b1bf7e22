import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contextProfiles, countTokens, MemoryError, type ContextMessage, type Memory } from '../src/index.ts';
import { standingHeading } from '../src/retrieval/standing.ts';
import type { MemoryRecord, StoredCandidate } from '../src/store/memories.ts';
import { intercepted } from '../testing/intercepted.ts';
import { message } from '../testing/message.ts';
import { daysAfter, openWorld, project, scopes, user } from '../testing/open-world.ts';
import { silentLog } from '../testing/silent-log.ts';
import { sampleStatement, usersWord } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';

/** Who the user is, what they like, and what always or never to do, in three languages. */
const facts: [StoredCandidate['category'], string, string][] = [
  ['profile', 'The user is called Anna', 'devai/user/profile'],
  ['profile', 'The user works as a nurse in Berlin', 'devai/user/profile'],
  ['profile', 'Die Nutzerin ist allergisch gegen Nüsse', 'devai/user/profile'],
  ['profile', 'ผู้ใช้ตาบอดสี', 'devai/user/profile'],
  ['preference', 'Answers in German, and short', 'devai/user/preferences'],
  ['preference', 'Prefers tabs over spaces', 'devai/user/preferences'],
  ['preference', 'Commit messages are in the imperative mood', 'devai/user/preferences'],
  ['rule', 'Never push to main on a Friday', 'devai/project/taskforge/rules'],
  ['rule', 'Do not touch the folder db/legacy', 'devai/project/taskforge/rules'],
  ['rule', 'Passwords never go into a reply', 'devai/global/rules'],
];

/** Requests that share no word with any of them. */
const requests = [
  'fix the bug in parser.ts',
  'write a function that sums a list',
  'suggest a recipe',
  'Wie spät ist es in Tokio?',
  'ช่วยแต่งกลอนให้หน่อย',
  'thanks!',
];

describe.each(testDatabases())('what every prompt shows on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  let sessionId: string;
  beforeEach(async () => {
    memory = await world.openMemory();
    sessionId = await world.say([]);
  });

  it('are ten facts of the three kinds, whatever is asked, in contexts and in a recall', async () => {
    for (const [category, content, namespace] of facts) await state(content, { category, namespace });
    for (const text of requests) {
      const { section, texts } = await ask(text);
      expect(section).toMatchObject({ type: 'standing', priority: 3, zone: 'stable' });
      expect(texts[0]).toBe(standingHeading);
      expect(texts.slice(1).toSorted()).toEqual(facts.map(([, content]) => `- ${content}`).toSorted());
      const { block, parts, memories, tokens } = await memory.recall({ text, project });
      expect(parts.standing.split('\n')).toEqual(texts);
      expect(block.startsWith(parts.standing)).toBe(true);
      expect(parts.memory).not.toContain('Relevant Memories');
      expect(memories.filter(({ injected }) => injected).map(({ legs }) => legs.at(-1))).toEqual(
        facts.map(() => 'standing'),
      );
      expect(tokens).toBe(countTokens(block));
    }
  });

  it('stay within 400 tokens beside 300 preferences, and each kind keeps its share', async () => {
    const fields = { category: 'preference', namespace: 'devai/user/preferences' } as const;
    const rows = Array.from({ length: 300 }, (_, index) => ({
      content: `Likes the colour number ${index} in every chart of the weekly report`,
      importance: 5 + (index % 4),
    }));
    await world.copy(await state('Likes colours', { ...fields, importance: 5 }), rows);
    for (const [category, content, namespace] of facts) await state(content, { category, namespace });
    const { section, texts } = await ask('suggest a recipe');
    expect(section?.tokens).toBeLessThanOrEqual(400);
    expect(section?.tokens).toBeGreaterThan(380);
    for (const [category, content] of facts) {
      if (category !== 'preference') expect(texts).toContain(`- ${content}`);
    }
    const shown = texts.filter((text) => text.includes('colour'));
    expect(shown.length).toBeGreaterThan(10);
    // the most important of them
    for (const text of shown) expect(Number(/number (\d+)/.exec(text)?.[1]) % 4).toBe(3);
    const left = section?.candidates?.filter(({ included }) => !included) ?? [];
    expect(left).toHaveLength(10);
    expect(left[0]?.reason).toContain('no room');
    const { parts } = await memory.recall({ text: 'suggest a recipe', project });
    expect(countTokens(parts.standing)).toBeLessThanOrEqual(400);
    expect((await memory.recall({ text: 'suggest a recipe', project, standingTokens: 0 })).block).toBe('');
  });

  it('share the room evenly if there is too much of each kind', async () => {
    for (const category of ['profile', 'preference', 'rule'] as const) {
      const contents = Array.from(
        { length: 40 },
        (_, index) => `A ${category} with the number ${index} that is as long as the others`,
      );
      await stateAll(contents, { category, namespace: 'devai/user/many' });
    }
    const { texts } = await ask('hello');
    const counts = ['profile', 'preference', 'rule'].map(
      (kind) => texts.filter((text) => text.startsWith(`- A ${kind} `)).length,
    );
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
    expect(Math.min(...counts)).toBeGreaterThan(5);
  });

  it('are also what the user asked to remember, of any other kind', async () => {
    const colours = Array.from({ length: 300 }, (_, index) => ({
      content: `Likes the colour number ${index} in every chart of the weekly report`,
    }));
    const fields = { category: 'preference', namespace: 'devai/user/preferences', importance: 9 } as const;
    await world.copy(await world.add('Likes every colour', fields), colours);
    const said = { ...usersWord, metadata: { requested: true }, importance: 8 };
    await world.add('Blaue Stunde ist um acht', said);
    await world.add('said in passing', { ...said, metadata: {}, importance: 10 });
    await world.add('of an agent', { ...said, trust: 'agent' });
    await world.add('of another category', { ...said, category: 'component' });
    await world.add('of another project', { ...said, namespace: 'devai/project/elsewhere' });
    const expired = await world.add('expired', { ...said, expiresAt: daysAfter(1) });
    await world.setNow(daysAfter(2));
    expect(await listed()).toContain('Blaue Stunde ist um acht');
    const { texts, section } = await ask('hello');
    expect(texts.filter((text) => !text.includes('colour')).slice(1)).toEqual(['- Blaue Stunde ist um acht']);
    expect(section?.tokens).toBeLessThanOrEqual(400);
    expect((await listed()).at(-1)).toBe('Blaue Stunde ist um acht');
    expect(await listed()).not.toContain(expired.content);
  });

  it('are what the user asked to remember in an earlier conversation, unless it tells of one day', async () => {
    const earlier = await world.say([]);
    for (const text of ['Remember: podman statt docker', 'Remember: the dentist comes on 2026-03-20'])
      await memory.rememberStated({ text, project, sessionId: earlier, messageNumber: 1 });
    expect((await ask('hello')).texts.slice(1)).toEqual(['- podman statt docker']);
  });

  it('are what corrected something that the user asked to remember, too', async () => {
    const old = await world.add('The tea is green', { ...usersWord, metadata: { requested: true } });
    const candidate = sampleStatement('The tea is black', { ...usersWord, sessionId });
    await world.apply([candidate], [{ action: 'update', targetId: old.id }]);
    expect(await listed()).toEqual(['The tea is black']);
  });

  it('do not change while the conversation has the message that asked to remember it', async () => {
    await state('Likes tea', { category: 'preference', namespace: 'devai/user/preferences' });
    const told = message('Remember: podman statt docker', { id: randomUUID() });
    await world.say([told, message('Noted.', { role: 'assistant' })], { id: sessionId });
    await memory.rememberStated({ text: told.content, project, sessionId, messageNumber: 1 });
    const asked = { role: 'user', content: told.content } as const;
    const before = [1, 2].map((number) => ({ message: asked, number, tokens: 9, pinned: false }));
    expect((await ask('hello', { before })).texts.slice(1)).toEqual(['- Likes tea']);
    expect((await ask('hello', { before: [] })).texts.slice(1)).toEqual(['- Likes tea']);
    const withSummary = before.map((one, place) => ({ ...one, number: [null, 7][place] ?? null }));
    const whole = ['- Likes tea', '- podman statt docker'];
    expect((await ask('hello', { before: withSummary })).texts.slice(1)).toEqual(whole);
    await memory.contexts.hideMessages(sessionId, [1], true);
    expect((await ask('hello', { before })).texts.slice(1)).toEqual(whole);
  });

  it('come in this order: stated by the user, then by importance, then the newest', async () => {
    const add = async (content: string, day: number, fields: Partial<StoredCandidate>) => {
      await world.setNow(daysAfter(day));
      await world.add(content, { category: 'preference', namespace: 'devai/user', ...fields });
    };
    await add('inferred, important', 0, { importance: 10 });
    await add('stated, old', 0, { ...usersWord, importance: 6 });
    await add('stated, new', 1, { ...usersWord, importance: 6 });
    await add('stated, important', 0, { ...usersWord, importance: 7 });
    await add('reworded from what the user stated', 0, { trust: 'user', importance: 5 });
    for (let index = 0; index < 50; index += 1) await add(`inferred ${index}`, 2, { importance: 9 });
    expect((await listed()).slice(0, 5)).toEqual([
      'stated, important',
      'stated, new',
      'stated, old',
      'reworded from what the user stated',
      'inferred, important',
    ]);
    expect(await listed()).toHaveLength(40);
  });

  it('contain nothing of another project or agent, nothing that only a tool says, and nothing that ended', async () => {
    const rule = (content: string, namespace: string, fields: Partial<StoredCandidate> = {}) =>
      world.add(content, { category: 'rule', namespace, ...fields });
    for (const other of ['taskforge2', 'task', 'taskforge_', 'taskforge.x', '_askforge'])
      await rule(`of ${other}`, `devai/project/${other}/rules`);
    await rule('of another category', 'devai/user/rules', { category: 'other' });
    await rule('expired', 'devai/user/rules', { expiresAt: daysAfter(1) });
    const ended = await rule('ended', 'devai/user/rules');
    await world.store.invalidateMemory(ended.id, user, 'gone');
    await rule('faded', 'devai/user/rules');
    await world.setNow(daysAfter(70));
    await rule('of this project', 'devai/project/taskforge/rules');
    await rule('of everything', 'devai/global');
    await rule('of a page', 'devai/user/rules', { trust: 'tool', importance: 10 });
    await rule('of an agent', 'devai/agent/devo');
    expect((await listed()).toSorted()).toEqual(['of everything', 'of this project']);
    expect(await listed(['devai/user', 'devai/global'])).toEqual(['of everything']);
    expect((await memory.recall({ text: 'hello', project: null })).parts.standing).not.toContain('project');
    expect((await memory.recall({ text: 'hello', project, agent: 'devo' })).parts.standing).toContain(
      '- (concluded) of an agent',
    );
  });

  it('are not repeated below, neither as a memory nor as what was said', async () => {
    const { id, namespace } = await state('Never push to main on a Friday', {
      category: 'rule',
      namespace: 'devai/project/taskforge/rules',
    });
    await world.say(['Hi! Never push to main on a Friday, please.']);
    const question = 'May I push to main on a Friday?';
    const { texts, all, shown, recall } = await ask(question);
    expect(texts).toContain('- Never push to main on a Friday');
    expect(all.match(/on a Friday/g)).toHaveLength(1);
    expect(shown.filter((one) => one === id)).toHaveLength(1);
    // what is relevant among them is reported as such
    expect(recall.memories).toMatchObject([
      { memory: { id }, injected: true, reason: expect.stringMatching(/^in another part of the prompt: /) },
    ]);
    const { block } = await memory.recall({ text: question, project });
    expect(block.match(/on a Friday/g)).toHaveLength(1);
    // in two places of the store, it is one line
    await state('Never push to main on a Friday', { category: 'rule', namespace: 'devai/global/rules' });
    expect(namespace).toContain('project');
    expect((await ask(question)).all.match(/on a Friday/g)).toHaveLength(1);
  });

  it('make room for others when they are excluded or pinned for the session', async () => {
    const all: MemoryRecord[] = [];
    // all of the same length, so that it does not depend on their ids how many fit
    for (let index = 10; index < 70; index += 1) {
      const content = `Rule number ${index}: reports of the year 20${index} are read before anything is written`;
      all.push(await state(content, { category: 'rule', namespace: 'devai/global' }));
    }
    const [first, second] = (await ask('hello')).texts.slice(1);
    const of = (line = '') => all.find(({ content }) => line.endsWith(content))?.id ?? '';
    const before = (await ask('hello')).texts.length;
    await memory.contexts.chooseMemories(sessionId, 'excluded', [of(first)], true);
    const without = await ask('hello');
    expect(without.texts).not.toContain(first);
    expect(without.texts).toHaveLength(before);
    expect(without.shown).not.toContain(of(first));
    await memory.contexts.chooseMemories(sessionId, 'pinned', [of(second)], true);
    const pinned = await ask('hello');
    expect(pinned.texts).not.toContain(second);
    expect(pinned.texts).toHaveLength(before);
    expect(pinned.all.split(second ?? '')).toHaveLength(2);
    const ids = all.map(({ id }) => id).filter((id) => id !== of(first) && id !== of(second));
    await memory.contexts.chooseMemories(sessionId, 'excluded', [...ids.slice(1), of(second)], true);
    expect((await ask('hello')).texts).toHaveLength(2);
    const exclude = [of(first)];
    expect((await memory.recall({ text: 'hello', project, exclude })).parts.standing).not.toContain(first);
  });

  it('stay the same to the byte over turns, accesses, days and a reopened session', async () => {
    for (const [category, content, namespace] of facts) await state(content, { category, namespace });
    const first = await beginning('hello');
    await world.say(['hello', message('Hi.', { role: 'assistant' })], { id: sessionId });
    expect(await beginning('suggest a recipe')).toBe(first);
    await world.end(sessionId);
    await world.setNow(daysAfter(45));
    expect(await beginning('What may not be pushed on a Friday?')).toBe(first);
    await memory.sessions.open({ id: sessionId, project, agent: 'chapo' });
    memory = await world.openMemory();
    expect(await beginning('thanks')).toBe(first);
    await world.add('The port is 6543', { importance: 10 });
    expect(await beginning('hello')).toBe(first);
    await state('Likes tea', { category: 'preference', namespace: 'devai/user/preferences' });
    expect(await beginning('hello')).not.toBe(first);
  });

  it('count as used once a turn, and not in a preview', async () => {
    const { id } = await state('Likes tea', { category: 'preference', namespace: 'devai/user/preferences' });
    const accesses = async () => {
      const [row] = await world.query(
        'select access_count as count from public.devai_memories where id = $1',
        [id],
      );
      return row?.['count'];
    };
    await ask('Does the user like tea?', { preview: true });
    await memory.recall({ text: 'hello', project, preview: true });
    await ask('Does the user like tea?');
    await vi.waitFor(async () => expect(await accesses()).toBe(1));
    await memory.recall({ text: 'hello', project });
    await vi.waitFor(async () => expect(await accesses()).toBe(2));
  });

  it('are explained', async () => {
    const shown = await state('Likes tea', { category: 'preference', namespace: 'devai/user/preferences' });
    const explained = await memory.explain({ text: 'fix the bug', project, memoryId: shown.id });
    expect(explained).toMatchObject({
      verdict: 'injected',
      reason: 'in every prompt: preference, stated by the user, importance 9',
      memory: { id: shown.id },
    });
    const { section } = await ask('fix the bug');
    // forgetting finds the stored contexts by it
    expect(section?.mentions).toEqual([shown.id]);
    expect(section?.candidates).toEqual([
      { kind: 'memory', id: shown.id, score: null, included: true, reason: explained.reason },
    ]);
  });

  it('show a long story by its title or its beginning only when there is no room, and recall may bring it whole', async () => {
    const story = `The user grew up in a village ${'by the wide river '.repeat(30)}and met a giraffe`;
    await state(story, { category: 'profile', namespace: 'devai/user/profile', importance: 10 });
    expect((await ask('hello')).texts).toEqual([standingHeading, `- ${story}`]);
    const visits = Array.from(
      { length: 40 },
      (_, index) => `The user has visited the town number ${index} of the northern coast`,
    );
    await stateAll(visits, { category: 'profile', namespace: 'devai/user/profile' });
    const { texts } = await ask('hello');
    expect(texts.find((text) => text.includes('village'))).toMatch(/^- The user grew up in a village .* …$/);
    expect((await ask('Has the user met a giraffe in the village?')).all).toContain('and met a giraffe');
  });

  it('cost a turn no call of their own, and a recall one beside its others', async () => {
    const calls: string[] = [];
    memory = await world.openMemory({ database: intercepted(world.lend(), (name) => calls.push(name)) });
    calls.length = 0;
    await ask('hello there');
    expect(calls).toEqual([...calls].filter((name) => name !== 'list_standing'));
    calls.length = 0;
    await memory.recall({ text: 'hello there', project, topics: [] });
    expect(calls.filter((name) => name === 'list_standing')).toHaveLength(1);
  });

  it('contain what was told before there were these categories', async () => {
    const namespaces = [
      'devai/user/profile',
      'devai/user/profile/family',
      'devai/user/profiles',
      'devai/user',
    ];
    for (const namespace of namespaces) await state(`told in ${namespace}`, { namespace, category: 'other' });
    const gone = await state('ended', { namespace: 'devai/user/profile', category: 'other' });
    await world.store.invalidateMemory(gone.id, user, 'gone');
    const migration = await readFile(
      new URL('../../../db/migrations/0024_standing.sql', import.meta.url),
      'utf8',
    );
    const [refiling = ''] = migration.split(/(?<=;)\n/).filter((statement) => statement.includes('update '));
    await world.query(refiling);
    expect((await listed()).toSorted()).toEqual([
      'told in devai/user/profile',
      'told in devai/user/profile/family',
    ]);
    expect(await world.get(gone.id)).toMatchObject({ category: 'other' });
  });

  it('are missing when the store is away, which is said', async () => {
    await state('Likes tea', { category: 'preference', namespace: 'devai/user/preferences' });
    let isAway = true;
    const failing = intercepted(world.lend(), (name) => {
      if (isAway && /session_context|standing|recall|match/.test(name))
        throw new MemoryError('database_unavailable', 'the store is away', { isRetryable: true });
    });
    memory = await world.openMemory({ database: failing, log: silentLog });
    const { section, degraded } = await ask('hello there');
    expect(section).toBeUndefined();
    expect(degraded).toContainEqual(expect.stringContaining('what is known about the user'));
    const recalled = await memory.recall({ text: 'hello there', project });
    expect(recalled).toMatchObject({ block: '', parts: { standing: '' } });
    expect(recalled.degraded).toHaveLength(1);
    isAway = false;
    expect((await ask('hello there')).texts).toContain('- Likes tea');
  });

  async function state(content: string, fields: Partial<StoredCandidate>) {
    return world.add(content, { ...usersWord, importance: 9, ...fields });
  }

  async function stateAll([first = '', ...others]: string[], fields: Partial<StoredCandidate>) {
    const one = await state(first, fields);
    await world.copy(
      one,
      others.map((content) => ({ content })),
    );
  }

  async function listed(of = scopes) {
    return (await world.store.listStanding(of, [])).map(({ content }) => content);
  }

  async function ask(text: string, { preview = false, before = [] as ContextMessage[] } = {}) {
    const gathered = await memory.contexts.gather({
      ...{ sessionId, project, text, before, preview },
      profile: contextProfiles.cache,
      budget: 100_000,
    });
    const { sections } = await memory.contexts.assemble({
      ...{ profile: gathered.profile, budget: 100_000, conversation: [] },
      sections: gathered.sections,
    });
    const section = sections.find(({ type }) => type === 'standing');
    return {
      ...gathered,
      section,
      texts: section?.items.flatMap((item) => item.text ?? []) ?? [],
      all: sections.flatMap(({ items }) => items.flatMap((item) => item.text ?? [])).join('\n'),
    };
  }

  /** The system message at the beginning of a request. */
  async function beginning(text: string) {
    const { sections, profile } = await ask(text);
    const content = { role: 'user', content: text } as const;
    const { messages } = await memory.contexts.assemble({
      ...{ profile, budget: 100_000, sections },
      conversation: [{ message: content, stored: content, number: 1, tokens: 10, pinned: false }],
    });
    expect(messages[0]?.role).toBe('system');
    return messages[0]?.content;
  }
});

// without a host, whose jobs would embed them meanwhile
describe.each(testDatabases())('what every prompt shows, read on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('take no longer to read beside 20,000 others', async () => {
    await world.query(`
      insert into public.devai_memories (id, content, content_hash, memory_type, category, namespace, priority, importance,
        source, metadata, last_accessed_at, trust, created_at, updated_at)
      select gen_random_uuid(), 'm ' || i, 'h' || i, 'semantic', (array['profile', 'preference', 'rule'])[i % 3 + 1], 'devai/user/profile',
        'highest', i % 10 + 1, 'discovery', '{}', now(), 'user', now(), now()
      from generate_series(1, 20000) i`);
    await world.query('vacuum analyze public.devai_memories');
    const standing = await world.pagesRead(
      `select public.devai_list_standing('me', '{devai/user,devai/global}', '{}')`,
    );
    const all = await world.pagesRead(`select max(content) from public.devai_memories`);
    expect(standing).toBeLessThan(all);
  });
});
