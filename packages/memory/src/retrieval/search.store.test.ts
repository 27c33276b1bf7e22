import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenTestDatabase } from '../../testing/reused-stores.ts';
import { embeddedStores } from '../../testing/test-pglite.ts';
import { contentHash } from '../text/content-hash.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { resolveOptions } from '../options.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { createStore, type Store } from '../store/store.ts';
import { wordsOf } from '../text/words.ts';
import { fixtureMemories } from './recall.fixture.ts';
import { storeMemories } from './recall-store.fixture.ts';
import { search as searchWith, type SearchInput } from './search.ts';

const embeddings = createOfflineEmbedder();

describe('searching', () => {
  let open: OpenTestDatabase;
  let store: Store;
  let stored: Map<string, MemoryRecord>;
  beforeAll(async () => {
    open = await embeddedStores.open();
    store = createStore(open.database);
    stored = await storeMemories(store, embeddings, fixtureMemories);
    await store.updateMemory(
      stored.get('dog')?.id ?? '',
      { pinned: true },
      { kind: 'user', id: null },
      'a test',
    );
    await converse('taskforge', [
      'Why does the invoice worker crash?',
      'It ran out of memory: the heap limit is 512 MB.',
      'Thanks. What is for lunch?',
    ]);
    await converse('task', ['The invoice worker of the other project crashed']);
  });
  afterAll(async () => {
    await open.close();
  });

  async function converse(project: string, contents: string[]) {
    const id = randomUUID();
    await store.openSession({ id, project, agent: 'chapo', metadata: {} });
    const messages = contents.map((content, index) => ({
      id: randomUUID(),
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      type: 'text' as const,
      content,
      toolCalls: [],
      toolCallId: null,
      pinned: false,
      metadata: {},
      tokens: 10,
      contentHash: contentHash(content),
      words: wordsOf(content),
      createdAt: new Date('2026-10-01T12:00:00Z'),
    }));
    await store.appendMessages(id, messages, { idleSeconds: 60, every: 0 });
  }

  const search = (input: SearchInput) =>
    searchWith({ store, embeddings, options: resolveOptions(), noteEmbedding() {} }, input);
  const keyOf = (id: string) => [...stored].find(([, one]) => one.id === id)?.[0];
  /** Keys of the relevant hits. */
  const keysOf = async (input: SearchInput) =>
    (await search(input)).hits.filter(({ isRelevant }) => isRelevant).map(({ memory }) => keyOf(memory.id));

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
    const said = new Date('2026-10-01T12:00:00Z');
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
    await store.invalidateMemory(node?.id ?? '', { kind: 'user', id: null }, 'a test');
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
      store: { ...store, matchMemories: () => Promise.reject(new Error('the store is away')) },
      embeddings,
      options: resolveOptions(),
      noteEmbedding() {},
    };
    await expect(searchWith(broken, { text: 'port' })).rejects.toThrow('the store is away');
  });
});
