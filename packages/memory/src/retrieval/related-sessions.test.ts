import { expect, it, vi } from 'vitest';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { resolveOptions } from '../options.ts';
import type { SessionMatch } from '../store/matching.ts';
import { chooseSessions, relatedSessions } from './related-sessions.ts';

const question: Parameters<typeof chooseSessions>[1] = {
  thresholds: { retrieval: 0.4, noiseFloor: 0.1 },
  wordCount: 3,
  limit: 5,
};

it('puts what is related first, best first, and what is merely recent behind it, last first', () => {
  const recent = [match('a', 1), match('b', 2)];
  const related = [match('c', 9, { similarity: 0.5 }), match('d', 8, { similarity: 0.7 }), match('e', 7)];
  expect(chosen(recent, related)).toEqual(['d related', 'c related', 'a recent', 'b recent']);
});

it('keeps the places of the recent ones, however many are related', () => {
  const recent = [match('a', 1), match('b', 2, { similarity: 0.9 })];
  const related = ['c', 'd', 'e', 'f', 'g'].map((id, index) =>
    match(id, 9, { similarity: 0.8 - index / 100 }),
  );
  expect(chosen(recent, [...related, match('b', 2, { similarity: 0.9 })])).toEqual([
    'b related',
    'c related',
    'd related',
    'e related',
    'a recent',
  ]);
});

it('takes shared words for a relation when there is no vector', () => {
  const figures = { similarity: null, wordShare: 0.9 };
  expect(
    chosen([match('a', 1, { similarity: null })], [match('c', 9, figures)], { thresholds: null }),
  ).toEqual(['c related', 'a recent']);
});

it('gives equals an order: the later one first, then by id', () => {
  const figures = { similarity: 0.6 };
  const related = [match('d', 9, figures), match('c', 9, figures), match('e', 8, figures)];
  expect(chosen([], related)).toEqual(['e related', 'c related', 'd related']);
  expect(chosen([], related.toReversed())).toEqual(['e related', 'c related', 'd related']);
});

it('asks more of a large project, and of a message that names nothing', () => {
  const near = { similarity: 0.42 };
  expect(chosen([match('a', 1)], [match('c', 9, near)])).toEqual(['c related', 'a recent']);
  expect(chosen([match('a', 1, { searched: 100_000 })], [match('c', 9, near)])).toEqual(['a recent']);
  expect(chosen([match('a', 1)], [match('c', 9, near)], { wordCount: 0 })).toEqual(['a recent']);
});

it('never gives more than the limit', () => {
  const recent = [match('a', 1), match('b', 2)];
  expect(chosen(recent, [match('c', 9, { similarity: 0.9 })], { limit: 1 })).toEqual(['a recent']);
});

it('refuses a limit that is none before it embeds anything', async () => {
  const embeddings = createOfflineEmbedder();
  const embed = vi.spyOn(embeddings, 'embed');
  const found = relatedSessions(
    {
      store: { matchSessions: async () => ({ recent: [], related: [] }) },
      embeddings,
      noteEmbedding: () => {},
      options: resolveOptions(),
    },
    { text: 'go on with the importer', project: null, sessionId: null, limit: 0 },
  );
  await expect(found).rejects.toMatchObject({ code: 'invalid_input' });
  expect(embed).not.toHaveBeenCalled();
});

/** `age`: days since it was active. */
function match(id: string, age: number, figures: Partial<SessionMatch> = {}): SessionMatch {
  return {
    session: { id, name: id, gist: `About ${id}`, lastActiveAt: new Date(Date.UTC(2026, 2, 31 - age)) },
    similarity: 0.1,
    wordShare: null,
    searched: 20,
    ...figures,
  };
}

function chosen(recent: SessionMatch[], related: SessionMatch[], more: Partial<typeof question> = {}) {
  return chooseSessions({ recent, related }, { ...question, ...more }).map(
    ({ session, reason }) => `${session.id} ${reason}`,
  );
}
