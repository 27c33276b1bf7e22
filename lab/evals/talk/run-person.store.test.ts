import { expect, it } from 'vitest';
import { createOfflineEmbedder } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import { embeddedStores } from '../../../packages/memory/testing/test-pglite.ts';
import { somebody } from './person.fixture.ts';
import { isPassed, placeOf, runPerson } from './run-person.ts';

const embeddings = createOfflineEmbedder();

it('says what a person says, asks for it weeks later, and recalls nothing for other questions', async () => {
  const results = await runPerson(somebody, { testDatabase: embeddedStores, embeddings });
  expect(results.map(({ kind }) => kind)).toEqual(['plain', 'oblique', 'time', 'unanswerable', 'foreign']);
  for (const result of results) expect(isPassed(result), `${result.kind}: ${result.ask}`).toBe(true);
  expect(results[0]?.lines[0]).toContain('the bakery oven is in Leeds');
  expect(results[0]?.tokens).toBeGreaterThan(0);
});

it('gives each person a store of their own', async () => {
  await runPerson(somebody, { testDatabase: embeddedStores, embeddings });
  const stranger = { ...somebody, sessions: [], questions: [] };
  const [asked] = await runPerson(stranger, { testDatabase: embeddedStores, embeddings });
  expect(asked?.lines).toEqual([]);
});

it('stores no question, so that none helps another', async () => {
  const asked = { ...somebody, foreign: ['How long is a marathon?', 'How long is a marathon?'] };
  const results = await runPerson(asked, { testDatabase: embeddedStores, embeddings });
  expect(results.slice(-2).map(({ lines }) => lines)).toEqual([[], []]);
});

it('places an answer at the line that completes it', () => {
  const lines = ['- the oven', '- is in Leeds', '- the oven in Leeds'];
  expect(placeOf({ lines, answer: ['Oven', 'leeds'] })).toBe(2);
  expect(placeOf({ lines, answer: ['York'] })).toBe(Infinity);
});
