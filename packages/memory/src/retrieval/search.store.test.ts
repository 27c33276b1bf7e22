import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '../text/content-hash.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { resolveOptions } from '../options.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { wordsOf } from '../text/words.ts';
import { fixtureMemories } from './recall.fixture.ts';
import { storeMemories } from './recall-store.fixture.ts';
import { search as searchWith, type SearchInput } from './search.ts';
import { openWorld, user } from '../../testing/open-world.ts';
import { sampleMessage } from '../../contract/sample-message.ts';

const embeddings = createOfflineEmbedder();
const said = new Date('2026-10-01T12:00:00Z');

describe('searching', () => {
  const world = openWorld(null, { once: true });
  let stored: Map<string, MemoryRecord>;
  beforeAll(async () => {
    await world.setNow(said);
    stored = await storeMemories(world.store, embeddings, fixtureMemories);
    await world.store.updateMemory(stored.get('dog')?.id ?? '', { pinned: true }, user, 'a test');
    await converse('taskforge', [
      'Why does the invoice worker crash?',
      'It ran out of memory: the heap limit is 512 MB.',
      'Thanks. What is for lunch?',
    ]);
    await converse('task', ['The invoice worker of the other project crashed']);
  });

  it('finds what recall finds, best first', async () => {
    expect((await keysOf({ text: 'test server port', project: 'taskforge' }))[0]).toBe('port-test');
  });

  it('ranks what is not relevant too, and says so', async () => {
    const { hits } = await search({ text: 'the port of the printer', project: 'taskforge' });
    expect(keyOf(hits[0]?.memory.id ?? '')).toMatch(/^port/);
    const weak = hits.filter(({ isRelevant }) => !isRelevant);
    expect(weak).toContainEqual(
      expect.objectContaining({ reason: expect.stringMatching(/of [\d.]+ needed/) }),
    );
  });

  it('takes nothing for relevant that has nothing to do with it, pinned or not', async () => {
    expect(await keysOf({ text: 'capital of France', project: 'taskforge' })).toEqual([]);
    expect(await keysOf({ text: 'the name of the dog', project: 'taskforge' })).toEqual(['dog']);
  });

  it('reads the user and what is global, when no project is named', async () => {
    expect(await keysOf({ text: 'test server port' })).toEqual([]);
    expect(await keysOf({ text: 'dark mode editor' })).toEqual(['dark']);
  });

  it('narrows to namespaces and by filter', async () => {
    const text = 'upload folder timestamps UTC flaky test';
    const namespaces = ['devai/global/patterns'];
    expect(await keysOf({ text, project: 'taskforge', namespaces })).toEqual(['timezone']);
    expect(await keysOf({ text, project: 'taskforge', filter: { types: ['episodic'] } })).toEqual(['flaky']);
  });

  it('searches past messages of the project only when asked, with their neighbours counted in', async () => {
    expect((await search({ text: 'invoice worker crash', project: 'taskforge' })).messages).toEqual([]);
    const { messages } = await search({
      text: 'invoice worker crash heap',
      project: 'taskforge',
      messages: true,
    });
    // the answer contains only "heap", but is next to the question
    expect(messages.map(({ message }) => message.number)).toEqual([1, 2]);
    expect(messages.every(({ message }) => message.project === 'taskforge')).toBe(true);
  });

  it('keeps to a span of time, for memories and messages', async () => {
    const before = new Date('2026-09-01T00:00:00Z');
    const after = new Date('2100-01-01T00:00:00Z');
    const question = { text: 'test server port invoice worker', project: 'taskforge', messages: true };
    const count = async (span: Pick<SearchInput, 'since' | 'until' | 'asOf'>) => {
      const { hits, messages } = await search({ ...question, ...span });
      return [hits.length > 0, messages.length > 0];
    };
    expect(await count({ since: before, until: after })).toEqual([true, true]);
    expect(await count({ since: after })).toEqual([false, false]);
    expect(await count({ until: before })).toEqual([false, false]);
    expect(await count({ asOf: after })).toEqual([true, true]);
    expect(await count({ asOf: before })).toEqual([false, false]);
  });

  it('takes what was said at the very moment of asOf for said, as what was stored then for stored', async () => {
    const asked = { text: 'invoice worker heap limit', project: 'taskforge', messages: true };
    const found = async (span: Pick<SearchInput, 'until' | 'asOf'>) =>
      (await search({ ...asked, ...span })).messages.length > 0;
    expect(await found({ asOf: said })).toBe(true);
    expect(await found({ asOf: new Date(said.getTime() - 1) })).toBe(false);
    expect(await found({ asOf: said, until: said })).toBe(false);
  });

  it('finds what was valid at a moment, though it is no longer', async () => {
    const node = stored.get('node');
    const question = { text: 'which Node does TaskForge need', project: 'taskforge' };
    const then = node && new Date(node.createdAt.getTime() + 1);
    await world.setNow(new Date(said.getTime() + 1_000));
    await world.store.invalidateMemory(node?.id ?? '', user, 'a test');
    expect(await keysOf(question)).not.toContain('node');
    expect(await keysOf({ ...question, ...(then && { asOf: then }) })).toContain('node');
  });

  it('finds no message by common words', async () => {
    const { messages } = await search({ text: 'what is it for?', project: 'taskforge', messages: true });
    expect(messages).toEqual([]);
  });

  it.each<[string, SearchInput]>([
    ['nothing to search for', { text: ' \n' }],
    ['a limit of nothing', { text: 'x', limit: 0 }],
    ['a namespace that is none', { text: 'x', namespaces: ['devai/%'] }],
  ])('refuses %s', async (_what, input) => {
    await expect(search(input)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('fails when the store fails: who searches must know', async () => {
    const broken = {
      store: { ...world.store, matchMemories: () => Promise.reject(new Error('the store is away')) },
      embeddings,
      options: resolveOptions(),
      noteEmbedding() {},
    };
    await expect(searchWith(broken, { text: 'port' })).rejects.toThrow('the store is away');
  });

  async function converse(project: string, contents: string[]) {
    const id = randomUUID();
    await world.store.openSession({ id, project, agent: 'chapo', metadata: {} });
    const messages = contents.map((content, index) =>
      sampleMessage(content, {
        role: index % 2 === 0 ? 'user' : 'assistant',
        contentHash: contentHash(content),
        words: wordsOf(content),
        createdAt: said,
      }),
    );
    await world.store.appendMessages(id, messages, { idleSeconds: 60, every: 0 });
  }

  function search(input: SearchInput) {
    return searchWith(
      { store: world.store, embeddings, options: resolveOptions(), noteEmbedding() {} },
      input,
    );
  }

  function keyOf(id: string) {
    return [...stored].find(([, one]) => one.id === id)?.[0];
  }

  /** Keys of the relevant hits. */
  async function keysOf(input: SearchInput) {
    return (await search(input)).hits
      .filter(({ isRelevant }) => isRelevant)
      .map(({ memory }) => keyOf(memory.id));
  }
});
