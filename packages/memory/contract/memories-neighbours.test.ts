import { describe, expect, it } from 'vitest';
import type { NeighbourQuery } from '../src/store/matching.ts';
import type { StoredCandidate } from '../src/store/memories.ts';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';

const embeddingModel = 'test-model';

describe.each(testDatabases())('neighbours of candidates on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('are the nearest above the noise floor, however far below the retrieval threshold', async () => {
    for (const similarity of [0.19, 0.25, 0.95]) await world.add(at(similarity, String(similarity)));
    expect(await contents({})).toEqual([['0.95', '0.25']]);
  });

  it('are also those that share words, and those with both come first', async () => {
    await world.add(at(0.9, 'near only'));
    await world.add(at(0.1, 'deploy only'));
    await world.add(at(0.8, 'deploy both'));
    expect(await contents({ words: ['deploy'] })).toEqual([['deploy both', 'near only', 'deploy only']]);
  });

  it('are at most as many as requested, all of the candidate’s scope', async () => {
    for (let index = 0; index < 8; index += 1) await world.add(at(0.5 + index / 100, `number ${index}`));
    await world.add(at(0.99, 'of another project', { namespace: 'devai/project/task' }));
    await world.add(at(0.99, 'of the user', { namespace: 'devai/user/preferences' }));
    expect(await contents({}, 3)).toEqual([['number 7', 'number 6', 'number 5']]);
  });

  it('come in the order of the candidates', async () => {
    await world.add(at(0.9, 'near'));
    expect(
      await neighbours([
        candidate({ vector: null }),
        candidate({}),
        candidate({ scope: 'devai/user' }),
        candidate({ vector: null, words: ['near'] }),
      ]),
    ).toMatchObject([
      [],
      [{ memory: { content: 'near' } }],
      [],
      [{ memory: { content: 'near' }, similarity: null }],
    ]);
    expect(await neighbours([])).toEqual([]);
  });

  it('include the memory with the same text, first, even if it is not near', async () => {
    const twin = sampleStatement('the same text', { words: [] });
    await world.add(twin);
    await world.add(at(0.9, 'near'));
    const [list] = await neighbours([candidate({ contentHash: twin.contentHash })], 1);
    expect(list).toMatchObject([
      { memory: { id: twin.id }, sameHash: true, similarity: null, wordScore: null },
      { memory: { content: 'near' }, sameHash: false },
    ]);
  });

  it('name a neighbour with the same text once', async () => {
    const twin = at(0.9, 'deploy');
    await world.add(twin);
    const [list] = await neighbours([candidate({ words: ['deploy'], contentHash: twin.contentHash })]);
    expect(list).toMatchObject([{ memory: { id: twin.id }, sameHash: true }]);
    expect(list).toHaveLength(1);
  });

  it('are valid and unexpired, including the one with the same text', async () => {
    const invalid = await world.add(at(0.9, 'invalid'));
    const expired = await world.add(at(0.9, 'expired'));
    await world.store.invalidateMemory(invalid.id, user, 'wrong');
    await world.store.updateMemory(expired.id, { expiresAt: daysAfter(1) }, user, 'for a day');
    await world.setNow(daysAfter(2));
    for (const { contentHash } of [invalid, expired]) expect(await contents({ contentHash })).toEqual([[]]);
  });

  function neighbours(candidates: NeighbourQuery[], limit = 5) {
    return world.store.matchNeighbours(candidates, { noiseFloor: 0.2, embeddingModel, limit });
  }

  async function contents(query: Partial<NeighbourQuery>, limit?: number) {
    return (await neighbours([candidate(query)], limit)).map((list) =>
      list.map(({ memory }) => memory.content),
    );
  }
});

function at(similarity: number, content: string, fields: Partial<StoredCandidate> = {}) {
  return sampleStatement(content, {
    vector: sampleVector(similarity, Math.sqrt(1 - similarity ** 2)),
    embeddingModel,
    ...fields,
  });
}

function candidate(fields: Partial<NeighbourQuery>): NeighbourQuery {
  return {
    vector: sampleVector(1),
    words: [],
    scope: 'devai/project/taskforge',
    contentHash: 'of its own',
    ...fields,
  };
}
