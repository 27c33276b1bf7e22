import { describe, expect, it } from 'vitest';
import type { Match } from '../src/store/matching.ts';
import type { MemoryFilter } from '../src/types.ts';
import { sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, scopes, user } from '../testing/open-world.ts';

describe.each(testDatabases({ driverAtRisk: true }))('matching memories on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const byVector = sampleVector(1);

  describe('the vector leg', () => {
    it('finds memories at or above the threshold, with their cosines', async () => {
      for (const cosine of [0.9, 0.5, 0.31, 0.29, 0]) await world.near(`at ${cosine}`, cosine);
      const matches = await world.match({ vector: byVector });
      expect(contents(matches)).toEqual(['at 0.31', 'at 0.5', 'at 0.9']);
      for (const { memory, similarity, wordScore, wordShare } of matches) {
        expect(similarity).toBeCloseTo(Number(memory.content.slice(3)), 2);
        expect([wordScore, wordShare]).toEqual([null, null]);
      }
    });

    it('compares vectors of the same embedder only', async () => {
      await world.near('theirs', 1, { embeddingModel: 'other' });
      await world.add('without', { words: ['word'] });
      await world.near('mine', 1);
      expect(contents(await world.match({ vector: byVector }))).toEqual(['mine']);
      expect(contents(await world.match({ vector: byVector, embeddingModel: null }))).toEqual([]);
      const [other] = await world.match({ vector: byVector, embeddingModel: 'm2', words: ['filler'] });
      expect(other).toMatchObject({ similarity: null });
    });

    it('treats a zero vector, in the query or the store, as none', async () => {
      const zero = Array.from({ length: 512 }, () => 0);
      await world.add('zero', { vector: zero, embeddingModel: 'm1', words: ['word'], importance: 9 });
      expect(await world.match({ vector: byVector, retrievalThreshold: -1, noiseFloor: -1 })).toEqual([]);
      await world.near('unit', 1, { words: ['word'] });
      expect(contents(await world.match({ vector: zero, retrievalThreshold: -1, noiseFloor: -1 }))).toEqual(
        [],
      );
      const found = await world.match({ vector: zero, words: ['word'] });
      expect(found.map(({ similarity }) => similarity)).toEqual([null, null]);
    });

    it('returns the nearest, at most twice the limit', async () => {
      for (let index = 1; index <= 12; index += 1) await world.near(`at ${index}`, 1 - index / 20);
      expect(contents(await world.match({ vector: byVector, limit: 2 }))).toEqual(
        [1, 2, 3, 4].map((index) => `at ${index}`),
      );
    });

    it.each([0, -1, 1_001])('refuses a limit of %d', async (limit) => {
      await expect(world.match({ limit })).rejects.toMatchObject({ code: 'invalid_input' });
    });

    it('refuses a vector of other dimensions', async () => {
      await expect(world.match({ vector: [1, 0, 0] })).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });

  describe('the word leg', () => {
    it('finds memories with any of the words, and gives more weight to rare words and to more words', async () => {
      for (let index = 0; index < 8; index += 1)
        await world.add(`common ${index}`, { words: ['common', `n${index}`] });
      await world.add('rare', { words: ['rare', 'x'] });
      await world.add('both', { words: ['rare', 'common'] });
      await world.add('neither', { words: ['other', 'words'] });
      const matches = await world.match({ words: ['rare', 'common', 'absent'] });
      expect(matches).toHaveLength(10);
      const scoreOf = (content: string) =>
        matches.find(({ memory }) => memory.content === content)?.wordScore ?? Number.NaN;
      expect(scoreOf('both')).toBeGreaterThan(scoreOf('rare'));
      expect(scoreOf('rare')).toBeGreaterThan(scoreOf('common 1'));
      expect(scoreOf('common 1')).toBeGreaterThan(0);
    });

    it('scores the share of the whole question, including words that no memory has', async () => {
      await world.add('one', { words: ['one', 'x'] });
      await world.add('two', { words: ['two', 'y'] });
      const share = async (words: string[]) =>
        (await world.match({ words })).find(({ memory }) => memory.content === 'one')?.wordShare ??
        Number.NaN;
      expect(await share(['one'])).toBeCloseTo(1, 5);
      expect(await share(['one', 'two'])).toBeCloseTo(0.5, 5);
      const withAbsent = await share(['one', 'absent']);
      expect(withAbsent).toBeGreaterThan(0.4);
      expect(withAbsent).toBeLessThan(0.5);
    });

    it('finds a part of a word that no memory has, for half the score', async () => {
      await world.add('eye', { words: ['auge', 'x'] });
      await world.add('talk', { words: ['rede', 'y'] });
      const shares = async (words: string[]) =>
        Object.fromEntries(
          (await world.match({ words })).map(({ memory, wordShare }) => [memory.content, wordShare]),
        );
      const { eye, talk } = await shares(['augenoperation']);
      expect(eye).toBeGreaterThan(0.4);
      expect(eye).toBeLessThan(0.5);
      expect(talk).toBeUndefined();
      await world.add('operation', { words: ['augenoperation'] });
      expect(Object.keys(await shares(['augenoperation']))).toEqual(['operation']);
    });

    it('returns the similarity of memories that only words found', async () => {
      await world.near('text', 0.1, { words: ['deploy'] });
      const [only] = await world.match({ vector: byVector, words: ['deploy'] });
      expect(only?.similarity).toBeCloseTo(0.1, 3);
      expect(only?.sharesRareWord).toBe(true);
    });

    it('says how many valid memories the scopes have, whatever the filter', async () => {
      await world.add('one', { words: ['deploy'], tags: ['kept'] });
      await world.add('two', { words: ['deploy'] });
      await world.add('of another project', { words: ['deploy'], namespace: 'devai/project/another' });
      const searched = async (filter: MemoryFilter) =>
        (await world.match({ words: ['deploy'], filter })).map((one) => one.searched);
      expect(await searched({})).toEqual([2, 2]);
      expect(await searched({ tags: ['kept'] })).toEqual([2]);
    });

    it('measures a text against the average length of all scopes, whatever their order and the order of their rows', async () => {
      const short = ['brief'];
      const long = Array.from({ length: 40 }, (_, index) => `long${index}`);
      const scoreWith = async (word: string, spread: [string[], string[]]) => {
        const namespace = (place: number) => `devai/project/${'ab'[place]}-${word}`;
        for (const [place, words] of spread.entries()) {
          const one = await world.add(`${word} ${place}`, { words, namespace: namespace(place) });
          await world.copy(one, numbered(39, `${word} ${place}`));
        }
        await world.add(word, { words: [word, 'x'], namespace: namespace(0) });
        const [found] = await world.match({ words: [word], scopes: [namespace(0), namespace(1)] });
        return found?.wordScore ?? Number.NaN;
      };
      const shortFirst = await scoreWith('one', [short, long]);
      const longFirst = await scoreWith('two', [long, short]);
      expect(shortFirst).toBeCloseTo(longFirst, 6);
      // BM25 with 81 texts of 20.3 words on average
      const brevity = 2.2 / (1 + 1.2 * (0.7 + (0.3 * 2) / 20.3));
      expect(shortFirst).toBeCloseTo(brevity * Math.log(1 + (1_000 - 1 + 0.5) / 1.5), 1);
    });

    it('weighs words independently of the filter', async () => {
      const words = ['common', 'x'];
      await world.add('common 0', { words, tags: ['one'] });
      await world.copy(await world.add('common', { words }), numbered(28, 'other'));
      const scoreIn = async (filter: MemoryFilter) =>
        (await world.match({ words: ['common', 'x'], filter, limit: 100 })).find(
          ({ memory }) => memory.content === 'common 0',
        );
      const [free, filtered] = [await scoreIn({}), await scoreIn({ tags: ['one'] })];
      expect(filtered?.wordScore).toBeCloseTo(free?.wordScore ?? Number.NaN, 6);
      expect(filtered?.wordShare).toBeCloseTo(free?.wordShare ?? Number.NaN, 6);
    });

    it.each(["o'hare", 'a & b', ':*', '\\', '!', '(', '<->', 'a:1', '%', "''", '"', '0', 'ตลาด', '😀', 'ß'])(
      'takes the word %s for itself and nothing else',
      async (word) => {
        await world.add('it', { words: [word, 'other'] });
        await world.add('not it', { words: ['a', 'b', 'ohare', 'hare', 'x'] });
        expect(contents(await world.match({ words: [word] }))).toEqual(['it']);
      },
    );

    it('accepts no words, empty ones, duplicates, and very long ones', async () => {
      // more than a lexeme can have
      const tooLong = 'x'.repeat(2_100);
      await world.add('it', { words: ['it', '', tooLong, 'it'] });
      expect(await world.match({ words: [] })).toEqual([]);
      expect(await world.match({ words: [''] })).toEqual([]);
      expect(await world.match({ words: [tooLong] })).toEqual([]);
      const [once, twice] = [
        await world.match({ words: ['it'] }),
        await world.match({ words: ['it', 'it', ''] }),
      ];
      expect(contents(once)).toEqual(['it']);
      expect(twice[0]?.wordScore).toBeCloseTo(once[0]?.wordScore ?? Number.NaN, 6);
    });

    it('follows a memory that is moved to another namespace', async () => {
      const { id } = await world.add('deploy', { namespace: 'devai/project/task' });
      expect(await world.match({ words: ['deploy'] })).toEqual([]);
      await world.store.updateMemory(id, { namespace: 'devai/project/taskforge/plans' }, user, 'moved');
      expect(await world.match({ words: ['deploy'] })).toMatchObject([{ memory: { id } }]);
      expect(await world.match({ words: ['deploy'], scopes: ['devai/project/task'] })).toEqual([]);
    });

    it('says which memories share a rare word', async () => {
      await world.copy(await world.add('common', { words: ['common'] }), numbered(59, 'common'));
      await world.add('rare', { words: ['rare'] });
      const matches = await world.match({ words: ['common', 'rare'] });
      expect(matches.find(({ memory }) => memory.content === 'rare')?.sharesRareWord).toBe(true);
      expect(matches.find(({ memory }) => memory.content !== 'rare')?.sharesRareWord).toBe(false);
    });
  });

  describe('the other legs', () => {
    it('find important memories above the noise floor or by a rare word', async () => {
      await world.near('important', 0.2, { importance: 8 });
      await world.near('ordinary', 0.2, { importance: 7 });
      await world.near('noise', 0.1, { importance: 10 });
      await world.near('important by word', 0.1, { importance: 8, words: ['rare'] });
      expect(contents(await world.match({ vector: byVector, words: ['rare'] }))).toEqual([
        'important',
        'important by word',
      ]);
    });

    it('bring the best by all scores together, even if it is first by none', async () => {
      await world.near('by vector', 0.9);
      await world.near('by words', 0.1, { words: ['deploy', 'friday'] });
      await world.near('by both', 0.8, { words: ['deploy', 'monday'] });
      await world.near('neither', 0.5);
      expect(
        contents(await world.match({ vector: byVector, words: ['deploy', 'friday'], limit: 1 })),
      ).toEqual(['by both', 'by vector', 'by words']);
    });

    it('always bring pinned memories', async () => {
      const { id } = await world.near('pinned', 0);
      await world.near('not pinned', 0);
      await world.store.updateMemory(id, { pinned: true }, user, 'keep');
      expect(contents(await world.match({ vector: byVector }))).toEqual(['pinned']);
      expect(contents(await world.match())).toEqual(['pinned']);
    });

    it('bring all pinned memories, and of more than a block holds the most important', async () => {
      const pin = async (texts: string[], importance: number) => {
        const [first = '', ...others] = texts;
        const one = await world.near(first, 0, { importance });
        await world.copy(
          one,
          others.map((content) => ({ content })),
        );
        await world.query('update public.devai_memories set pinned = true');
      };
      const few = numbered(45, 'few').map(({ content }) => content);
      await pin(few, 5);
      expect(contents(await world.match({ vector: byVector }))).toEqual(few.toSorted());
      const overview = { scopes: [], toldScopes: [], pinnedScopes: scopes, limit: 15 };
      expect(contents(await world.store.listImportantMemories(overview))).toEqual(few.toSorted());

      const many = numbered(140, 'many').map(({ content }) => content);
      await pin(many, 7);
      for (const found of [await world.match(), await world.store.listImportantMemories(overview)]) {
        expect(contents(found)).toHaveLength(150);
        expect(contents(found)).toEqual(expect.arrayContaining(many));
      }
    });

    it('bring a memory once, however many legs find it', async () => {
      const { id } = await world.near('all', 1, { importance: 10, words: ['rare'] });
      await world.store.updateMemory(id, { pinned: true }, user, 'keep');
      expect(await world.match({ vector: byVector, words: ['rare'] })).toHaveLength(1);
    });

    it('bring nothing when nothing is relevant', async () => {
      await world.copy(await world.near('text', 0.1), numbered(19, 'text'));
      expect(await world.match({ vector: byVector, words: ['foreign'] })).toEqual([]);
    });
  });

  function numbered(count: number, text: string) {
    return Array.from({ length: count }, (_, index) => ({ content: `${text} ${index}` }));
  }

  function contents(matches: Match[]) {
    return matches.map(({ memory }) => memory.content).toSorted();
  }
});
