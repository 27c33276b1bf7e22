import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../testing/silent-log.ts';
import { testDatabases } from './test-database.ts';
import { createOfflineEmbedder } from '../src/embeddings/offline-embedder.ts';
import { resolveOptions } from '../src/options.ts';
import type { MemoryRecord } from '../src/store/memories.ts';
import { createStore } from '../src/store/store.ts';
import { createRetrieval } from '../src/retrieval/retrieval.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';
import { intercepted } from '../testing/intercepted.ts';

const aboutMe = ['what do you know about me?', 'was weißt du über mich?', 'คุณรู้อะไรเกี่ยวกับฉันบ้าง'];

describe.each(testDatabases())('an overview on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const calls = vi.fn<(name: string) => void>();
  const embed = vi.fn<() => void>();
  beforeEach(async () => {
    calls.mockReset();
    embed.mockReset();
  });

  const embedder = createOfflineEmbedder();

  it.each(aboutMe)(
    'of the user brings what is known about them, the most important first: %s',
    async (text) => {
      await save('drinks tea', 'devai/user/facts', 4);
      await save('is called Mia', 'devai/user/facts', 9);
      await save('prefers short answers', 'devai/user/preferences', 7);
      await save('listens on 6543', 'devai/project/taskforge', 10);
      await save('always use UTC', 'devai/global/patterns', 10);
      const known = ['is called Mia', 'prefers short answers', 'drinks tea'];
      expect(await contents(text)).toEqual(known);
      expect(calls.mock.calls).toEqual([['list_standing'], ['list_important_memories']]);
      expect(embed).not.toHaveBeenCalled();
      expect(await contents(text, null)).toEqual(known);
      const [first] = await injected(text);
      expect(first).toMatchObject({
        legs: ['overview'],
        similarity: null,
        reason: 'injected: all of it was asked for: importance 9, strength 1.00',
      });
      expect((await retrieval().search({ text, project: 'taskforge' })).hits).toHaveLength(3);
    },
  );

  it('of the user brings what they said about themselves in this project, and nothing else of it', async () => {
    const told = (content: string, project = 'taskforge') =>
      world.add(content, {
        namespace: `devai/project/${project}/general`,
        source: 'user_stated',
        priority: 'highest',
        importance: 9,
      });
    const own = ['I am allergic to shrimps', 'ich trinke Tee ohne Zucker', 'ผมแพ้กุ้ง', "I'm left-handed"];
    for (const content of own) await told(content);
    for (const content of ['the port is 6543', 'ichthyology is fun', 'mystery meat', 'In the end'])
      await told(content);
    await told('I sing in a choir', 'another');
    for (const text of aboutMe) expect((await contents(text)).toSorted()).toEqual(own.toSorted());
    expect(await contents('what do you know about me?', null)).toEqual([]);
  });

  it('of the project brings what is known about it, and never about another', async () => {
    await save('of forge', 'devai/project/forge', 10);
    await save('of task', 'devai/project/task', 10);
    await save('of taskforge', 'devai/project/taskforge/facts');
    await save('of taskforge2', 'devai/project/taskforge2', 10);
    for (const text of ['what do you know about TaskForge?', 'was weißt du über dieses Projekt?']) {
      expect(await contents(text, 'TaskForge')).toEqual(['of taskforge']);
    }
    expect(await contents('what do you know about forge?', 'taskforge')).toEqual([]);
    expect(await contents('what do you know about this project?', null)).toEqual([]);
  });

  it('has at most 15 memories, leaves out invalid, expired, faded or excluded ones, and adds pinned ones', async () => {
    const [gone, expired, left] = await Promise.all(
      ['gone', 'expired', 'left out'].map((content) => save(content, 'devai/user', 9)),
    );
    await world.store.invalidateMemory(gone?.id ?? '', user, 'wrong');
    await world.store.updateMemory(expired?.id ?? '', { expiresAt: daysAfter(0.5) }, user, 'dated');
    const pinned = await save('pinned for the project', 'devai/project/taskforge');
    await world.store.updateMemory(pinned.id, { pinned: true }, user, 'keep');
    await save('has faded', 'devai/user', 10);
    await world.setNow(daysAfter(100));
    for (let index = 0; index < 20; index += 1) await save(`fact ${index}`, 'devai/user', (index % 8) + 1);
    const { recall } = retrieval();
    const recalled = await recall({
      text: 'what do you know about me?',
      project: 'taskforge',
      topics: [],
      exclude: [left?.id ?? randomUUID()],
    });
    const own = recalled.memories.filter((hit) => hit.injected).map(({ memory }) => memory.content);
    expect(own).toHaveLength(16);
    expect(own[0]).toBe('pinned for the project');
    expect(own).not.toEqual(expect.arrayContaining([expect.stringMatching(/gone|expired|left|faded/)]));
  });

  it('injects nothing when nothing is known', async () => {
    await save('listens on 6543', 'devai/project/other');
    for (const text of aboutMe) expect(await contents(text)).toEqual([]);
  });

  it('does not replace a filtered search', async () => {
    await save('is called Mia', 'devai/user/facts', 9);
    const { search } = retrieval();
    const text = 'what do you know about me?';
    expect((await search({ text, filter: { types: ['episodic'] } })).hits).toEqual([]);
    expect((await search({ text, namespaces: ['devai/global'] })).hits).toEqual([]);
  });

  it('explains what is in it, what had no room, and what is in other scopes', async () => {
    const best = await save('the best', 'devai/user', 9);
    const elsewhere = await save('elsewhere', 'devai/project/taskforge', 9);
    const last = await save('the last', 'devai/user', 1);
    for (let index = 0; index < 15; index += 1) await save(`fact ${index}`, 'devai/user', 5);
    const explain = (memoryId: string) =>
      retrieval().explain({ text: 'what do you know about me?', project: 'taskforge', memoryId });
    expect(await explain(best.id)).toMatchObject({ verdict: 'injected', place: 1 });
    expect(await explain(last.id)).toMatchObject({
      verdict: 'out_ranked',
      reason: expect.stringContaining('importance 1'),
    });
    expect(await explain(elsewhere.id)).toMatchObject({
      verdict: 'irrelevant',
      reason: 'all of devai/user was asked for, and it is filed elsewhere',
    });
  });

  function retrieval() {
    return createRetrieval({
      store: createStore(intercepted(world.database, (name) => calls(name))),
      embeddings: {
        ...embedder,
        embed: (texts, settings) => {
          embed();
          return embedder.embed(texts, settings);
        },
      },
      clock: { now: () => daysAfter(1) },
      options: resolveOptions(),
      noteEmbedding() {},
      focus: { strongest: () => Promise.resolve([]) },
      reinforcement: { note() {} },
      log: silentLog,
    });
  }

  function save(content: string, namespace: string, importance = 5): Promise<MemoryRecord> {
    return world.add(content, { namespace, importance });
  }

  async function injected(text: string, project: string | null = 'taskforge') {
    const { memories, degraded } = await retrieval().recall({ text, project, topics: [] });
    expect(degraded).toEqual([]);
    return memories.filter((hit) => hit.injected);
  }

  async function contents(text: string, project?: string | null) {
    return (await injected(text, project)).map(({ memory }) => memory.content);
  }
});
