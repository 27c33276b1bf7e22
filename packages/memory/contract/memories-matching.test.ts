import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Match, MatchQuery } from '../src/store/matching.ts';
import type { StoredCandidate } from '../src/store/memories.ts';
import type { MemoryFilter } from '../src/types.ts';
import { openMemories, type OpenMemories, user } from './open-memories.ts';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';

const scopes = ['devai/project/taskforge', 'devai/user', 'devai/global'];

describe.each(testDatabases({ driverAtRisk: true }))('matching memories on $name', (testDatabase) => {
  let store: OpenMemories;
  beforeEach(async () => {
    store = await openMemories(testDatabase);
  });
  afterEach(() => store.close());
  afterAll(() => testDatabase.dispose());

  const add = (content: string, fields: Partial<StoredCandidate> = {}) =>
    store.add(sampleStatement(content, fields));
  /** A statement whose cosine to `sampleVector(1)` is `cosine`. */
  const near = (content: string, cosine: number, fields: Partial<StoredCandidate> = {}) =>
    add(content, {
      vector: sampleVector(cosine, Math.sqrt(1 - cosine * cosine)),
      embeddingModel: 'm1',
      words: ['filler'],
      ...fields,
    });
  const match = (query: Partial<MatchQuery> = {}): Promise<Match[]> =>
    store.memories.matchMemories({
      vector: null,
      embeddingModel: 'm1',
      words: [],
      scopes,
      namespaces: [],
      retrievalThreshold: 0.3,
      noiseFloor: 0.15,
      limit: 15,
      filter: {},
      ...query,
    });
  const contents = (matches: Match[]) => matches.map(({ memory }) => memory.content).toSorted();
  const byVector = sampleVector(1);

  describe('the vector leg', () => {
    it('finds memories at or above the threshold, with their cosines', async () => {
      for (const cosine of [0.9, 0.5, 0.31, 0.29, 0]) await near(`at ${cosine}`, cosine);
      const matches = await match({ vector: byVector });
      expect(contents(matches)).toEqual(['at 0.31', 'at 0.5', 'at 0.9']);
      for (const { memory, similarity, wordScore, wordShare } of matches) {
        expect(similarity).toBeCloseTo(Number(memory.content.slice(3)), 2);
        expect([wordScore, wordShare]).toEqual([null, null]);
      }
    });

    it('compares vectors of the same embedder only', async () => {
      await near('theirs', 1, { embeddingModel: 'other' });
      await add('without', { words: ['word'] });
      await near('mine', 1);
      expect(contents(await match({ vector: byVector }))).toEqual(['mine']);
      expect(contents(await match({ vector: byVector, embeddingModel: null }))).toEqual([]);
      const [other] = await match({ vector: byVector, embeddingModel: 'm2', words: ['filler'] });
      expect(other).toMatchObject({ similarity: null });
    });

    it('treats a zero vector, in the query or the store, as none', async () => {
      const zero = Array.from({ length: 512 }, () => 0);
      await add('zero', { vector: zero, embeddingModel: 'm1', words: ['word'], importance: 9 });
      expect(await match({ vector: byVector, retrievalThreshold: -1, noiseFloor: -1 })).toEqual([]);
      await near('unit', 1, { words: ['word'] });
      expect(contents(await match({ vector: zero, retrievalThreshold: -1, noiseFloor: -1 }))).toEqual([]);
      const found = await match({ vector: zero, words: ['word'] });
      expect(found.map(({ similarity }) => similarity)).toEqual([null, null]);
    });

    it('returns the nearest, at most twice the limit', async () => {
      for (let index = 1; index <= 12; index += 1) await near(`at ${index}`, 1 - index / 20);
      expect(contents(await match({ vector: byVector, limit: 2 }))).toEqual(
        [1, 2, 3, 4].map((index) => `at ${index}`),
      );
    });

    it.each([0, -1, 1_001])('refuses a limit of %d', async (limit) => {
      await expect(match({ limit })).rejects.toMatchObject({ code: 'invalid_input' });
    });

    it('refuses a vector of other dimensions', async () => {
      await expect(match({ vector: [1, 0, 0] })).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });

  describe('the word leg', () => {
    it('finds memories with any of the words, and gives more weight to rare words and to more words', async () => {
      for (let index = 0; index < 8; index += 1)
        await add(`common ${index}`, { words: ['common', `n${index}`] });
      await add('rare', { words: ['rare', 'x'] });
      await add('both', { words: ['rare', 'common'] });
      await add('neither', { words: ['other', 'words'] });
      const matches = await match({ words: ['rare', 'common', 'absent'] });
      expect(matches).toHaveLength(10);
      const scoreOf = (content: string) =>
        matches.find(({ memory }) => memory.content === content)?.wordScore ?? Number.NaN;
      expect(scoreOf('both')).toBeGreaterThan(scoreOf('rare'));
      expect(scoreOf('rare')).toBeGreaterThan(scoreOf('common 1'));
      expect(scoreOf('common 1')).toBeGreaterThan(0);
    });

    it('scores the share of the whole question, including words that no memory has', async () => {
      await add('one', { words: ['one', 'x'] });
      await add('two', { words: ['two', 'y'] });
      const share = async (words: string[]) =>
        (await match({ words })).find(({ memory }) => memory.content === 'one')?.wordShare ?? Number.NaN;
      expect(await share(['one'])).toBeCloseTo(1, 5);
      expect(await share(['one', 'two'])).toBeCloseTo(0.5, 5);
      const withAbsent = await share(['one', 'absent']);
      expect(withAbsent).toBeGreaterThan(0.4);
      expect(withAbsent).toBeLessThan(0.5);
    });

    it('finds a part of a word that no memory has, for half the score', async () => {
      await add('eye', { words: ['auge', 'x'] });
      await add('talk', { words: ['rede', 'y'] });
      const shares = async (words: string[]) =>
        Object.fromEntries(
          (await match({ words })).map(({ memory, wordShare }) => [memory.content, wordShare]),
        );
      const { eye, talk } = await shares(['augenoperation']);
      expect(eye).toBeGreaterThan(0.4);
      expect(eye).toBeLessThan(0.5);
      expect(talk).toBeUndefined();
      await add('operation', { words: ['augenoperation'] });
      expect(Object.keys(await shares(['augenoperation']))).toEqual(['operation']);
    });

    it('returns the similarity of memories that only words found', async () => {
      await near('text', 0.1, { words: ['deploy'] });
      const [only] = await match({ vector: byVector, words: ['deploy'] });
      expect(only?.similarity).toBeCloseTo(0.1, 3);
      expect(only?.sharesRareWord).toBe(true);
    });

    it('says how many valid memories the scopes have, whatever the filter', async () => {
      await add('one', { words: ['deploy'], tags: ['kept'] });
      await add('two', { words: ['deploy'] });
      await add('of another project', { words: ['deploy'], namespace: 'devai/project/another' });
      const searched = async (filter: MemoryFilter) =>
        (await match({ words: ['deploy'], filter })).map((one) => one.searched);
      expect(await searched({})).toEqual([2, 2]);
      expect(await searched({ tags: ['kept'] })).toEqual([2]);
    });

    it('weighs words independently of the filter', async () => {
      for (let index = 0; index < 30; index += 1) {
        await add(`common ${index}`, { words: ['common', 'x'], tags: index === 0 ? ['one'] : [] });
      }
      const scoreIn = async (filter: MemoryFilter) =>
        (await match({ words: ['common', 'x'], filter, limit: 100 })).find(
          ({ memory }) => memory.content === 'common 0',
        );
      const [free, filtered] = [await scoreIn({}), await scoreIn({ tags: ['one'] })];
      expect(filtered?.wordScore).toBeCloseTo(free?.wordScore ?? Number.NaN, 6);
      expect(filtered?.wordShare).toBeCloseTo(free?.wordShare ?? Number.NaN, 6);
    });

    it.each(["o'hare", 'a & b', ':*', '\\', '!', '(', '<->', 'a:1', '%', "''", '"', '0', 'ตลาด', '😀', 'ß'])(
      'takes the word %s for itself and nothing else',
      async (word) => {
        await add('it', { words: [word, 'other'] });
        await add('not it', { words: ['a', 'b', 'ohare', 'hare', 'x'] });
        expect(contents(await match({ words: [word] }))).toEqual(['it']);
      },
    );

    it('accepts no words, empty ones, duplicates, and very long ones', async () => {
      await add('it', { words: ['it', '', 'x'.repeat(3_000), 'it'] });
      expect(await match({ words: [] })).toEqual([]);
      expect(await match({ words: [''] })).toEqual([]);
      expect(await match({ words: ['x'.repeat(3_000)] })).toEqual([]);
      const [once, twice] = [await match({ words: ['it'] }), await match({ words: ['it', 'it', ''] })];
      expect(contents(once)).toEqual(['it']);
      expect(twice[0]?.wordScore).toBeCloseTo(once[0]?.wordScore ?? Number.NaN, 6);
    });

    it('follows a memory that is moved to another namespace', async () => {
      const { id } = await store.add(sampleStatement('deploy', { namespace: 'devai/project/task' }));
      expect(await match({ words: ['deploy'] })).toEqual([]);
      await store.memories.updateMemory(id, { namespace: 'devai/project/taskforge/plans' }, user, 'moved');
      expect(await match({ words: ['deploy'] })).toMatchObject([{ memory: { id } }]);
      expect(await match({ words: ['deploy'], scopes: ['devai/project/task'] })).toEqual([]);
    });

    it('says which memories share a rare word', async () => {
      for (let index = 0; index < 60; index += 1) await add(`common ${index}`, { words: ['common'] });
      await add('rare', { words: ['rare'] });
      const matches = await match({ words: ['common', 'rare'] });
      expect(matches.find(({ memory }) => memory.content === 'rare')?.sharesRareWord).toBe(true);
      expect(matches.find(({ memory }) => memory.content !== 'rare')?.sharesRareWord).toBe(false);
    });
  });

  describe('the other legs', () => {
    it('find important memories above the noise floor or by a rare word', async () => {
      await near('important', 0.2, { importance: 8 });
      await near('ordinary', 0.2, { importance: 7 });
      await near('noise', 0.1, { importance: 10 });
      await near('important by word', 0.1, { importance: 8, words: ['rare'] });
      expect(contents(await match({ vector: byVector, words: ['rare'] }))).toEqual([
        'important',
        'important by word',
      ]);
    });

    it('bring the best by all scores together, even if it is first by none', async () => {
      await near('by vector', 0.9);
      await near('by words', 0.1, { words: ['deploy', 'friday'] });
      await near('by both', 0.8, { words: ['deploy', 'monday'] });
      await near('neither', 0.5);
      expect(contents(await match({ vector: byVector, words: ['deploy', 'friday'], limit: 1 }))).toEqual([
        'by both',
        'by vector',
        'by words',
      ]);
    });

    it('always bring pinned memories', async () => {
      const { id } = await near('pinned', 0);
      await near('not pinned', 0);
      await store.memories.updateMemory(id, { pinned: true }, user, 'keep');
      expect(contents(await match({ vector: byVector }))).toEqual(['pinned']);
      expect(contents(await match())).toEqual(['pinned']);
    });

    it('bring all pinned memories, and of more than a block holds the most important', async () => {
      const pin = (texts: string[], importance: number) =>
        Promise.all(texts.map((text) => near(text, 0, { importance })));
      const few = Array.from({ length: 45 }, (_, index) => `few ${index}`);
      await pin(few, 5);
      await store.query('update public.devai_memories set pinned = true');
      expect(contents(await match({ vector: byVector }))).toEqual(few.toSorted());
      const overview = { scopes: [], toldScopes: [], pinnedScopes: scopes, limit: 15 };
      expect(contents(await store.memories.listImportantMemories(overview))).toEqual(few.toSorted());

      const many = Array.from({ length: 140 }, (_, index) => `many ${index}`);
      await pin(many, 7);
      await store.query('update public.devai_memories set pinned = true');
      for (const found of [await match(), await store.memories.listImportantMemories(overview)]) {
        expect(contents(found)).toHaveLength(150);
        expect(contents(found)).toEqual(expect.arrayContaining(many));
      }
    });

    it('bring a memory once, however many legs find it', async () => {
      const { id } = await near('all', 1, { importance: 10, words: ['rare'] });
      await store.memories.updateMemory(id, { pinned: true }, user, 'keep');
      expect(await match({ vector: byVector, words: ['rare'] })).toHaveLength(1);
    });

    it('bring nothing when nothing is relevant', async () => {
      for (let index = 0; index < 20; index += 1) await near(`text ${index}`, 0.1);
      expect(await match({ vector: byVector, words: ['foreign'] })).toEqual([]);
    });
  });
});
