import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { resolveOptions } from '../options.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { explain as explainWith } from './explain.ts';
import { fixtureMemories } from './recall.fixture.ts';
import { storeMemories } from './recall-store.fixture.ts';
import { openWorld, user } from '../../testing/open-world.ts';

const embeddings = createOfflineEmbedder();
const storedAt = new Date('2026-10-01T12:00:00.000Z');
const question = { text: 'which port is the test server on', project: 'TaskForge' };

describe('explaining a memory for a question', () => {
  const world = openWorld();
  let stored: Map<string, MemoryRecord>;
  beforeEach(async () => {
    await world.setNow(storedAt);
    stored = await storeMemories(world.store, embeddings, fixtureMemories);
  });

  it('says that it is injected, and by which figures', async () => {
    const { verdict, reason, place, hit } = await explain(idOf('port-test'));
    expect({ verdict, place }).toEqual({ verdict: 'injected', place: 1 });
    expect(reason).toMatch(
      /^injected: similarity 0\.\d\d, word score \d+\.\d\d; evidence \d\.\d\d of 1\.00 needed$/,
    );
    expect(hit?.legs).toEqual(['vector', 'words']);
  });

  it('says that it is over the budget', async () => {
    expect(await explain(idOf('port-test'), { budgetTokens: 20 })).toMatchObject({
      verdict: 'over_budget',
      reason: 'relevant (place 1), but over the budget',
    });
  });

  it('says that it was out-ranked', async () => {
    const text =
      'Which port do test server and web client of TaskForge listen on, and which Node does it need?';
    expect(await explain(idOf('node'), { text, limit: 1 })).toMatchObject({
      verdict: 'out_ranked',
      reason: 'relevant, but out-ranked: each leg found enough that is nearer',
    });
  });

  it('says that the session excluded it', async () => {
    const id = idOf('port-test');
    expect(await explain(id, { exclude: [id] })).toMatchObject({
      verdict: 'excluded',
      reason: 'excluded from this session',
    });
  });

  it('gives the figures of what no leg returned', async () => {
    const { verdict, reason, hit, memory } = await explain(idOf('dark'));
    expect(verdict).toBe('irrelevant');
    expect(reason).toMatch(
      /^below the threshold: similarity -?0\.\d\d, no word shared; evidence 0\.\d\d of 1\.00 needed$/,
    );
    expect(hit?.similarity).toBeLessThan(embeddings.thresholds.noiseFloor);
    expect(memory?.content).toBe('Prefers dark mode in every editor');
  });

  it('has the figures of the farthest of very many that were stored at the same moment', async () => {
    const namespace = 'devai/project/taskforge/imported';
    stored = await storeMemories(world.store, embeddings, [
      { key: 'nearer', namespace, content: 'a server of the canteen brings bread' },
      { key: 'farthest', namespace, content: 'whales sleep upright' },
    ]);
    await world.query(
      `insert into public.devai_memories (id, content, embedding, embedding_model, content_hash, words, word_count, memory_type,
         category, namespace, priority, importance, source, last_accessed_at, trust, created_at, updated_at)
       select md5('copy ' || n)::uuid, content || n, embedding, embedding_model, 'hash ' || n, words, word_count, memory_type,
         category, namespace, priority, importance, source, last_accessed_at, trust, created_at, updated_at
       from public.devai_memories, generate_series(1, 1000) n where id = $1`,
      [idOf('nearer')],
    );
    const { verdict, hit } = await explain(idOf('farthest'));
    expect({ verdict, id: hit?.memory.id }).toEqual({ verdict: 'irrelevant', id: idOf('farthest') });
  });

  it('says since when and why it is invalid', async () => {
    await world.setNow(days(1));
    await world.store.invalidateMemory(idOf('port-test'), user, 'the server moved');
    expect(await explain(idOf('port-test'))).toMatchObject({
      verdict: 'invalid',
      reason: expect.stringMatching(/^invalid since 2026-10-02T12:00:00\.000Z \(/),
    });
  });

  it('says that it expired', async () => {
    await world.store.updateMemory(idOf('port-test'), { expiresAt: days(2) }, user, 'only this week');
    await world.setNow(days(2));
    expect(await explain(idOf('port-test'))).toMatchObject({
      verdict: 'expired',
      reason: 'it expired at 2026-10-03T12:00:00.000Z',
    });
  });

  it('says that it faded', async () => {
    await world.setNow(days(59));
    expect(await explain(idOf('port-test'))).toMatchObject({
      verdict: 'faded',
      reason: 'it has faded: strength 0.048, at least 0.05 is needed',
    });
  });

  it('tells nothing of another project but that it is not read here', async () => {
    expect(await explain(idOf('other-port'))).toMatchObject({
      verdict: 'other_scope',
      reason: 'it is filed outside of what is read for this project',
      memory: null,
      hit: null,
    });
  });

  it('says that there is no such memory', async () => {
    expect(await explain(randomUUID())).toMatchObject({ verdict: 'not_found', memory: null });
  });

  function idOf(key: string) {
    return stored.get(key)?.id ?? '';
  }

  function explain(
    memoryId: string,
    given: { budgetTokens?: number; exclude?: string[]; text?: string; limit?: number } = {},
  ) {
    return explainWith(
      {
        store: world.store,
        embeddings,
        noteEmbedding() {},
        clock: world.clock,
        options: resolveOptions(given.limit === undefined ? {} : { retrieval: { limit: given.limit } }),
      },
      { ...question, ...given, memoryId },
    );
  }
});

function days(count: number) {
  return new Date(storedAt.getTime() + count * 86_400_000);
}
