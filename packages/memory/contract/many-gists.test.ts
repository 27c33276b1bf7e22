import { afterAll, describe, expect, it } from 'vitest';
import { createStore } from '../src/store/store.ts';
import { openMemories } from './open-memories.ts';
import { testDatabases } from './test-database.ts';

// A server compares 10,000 vectors in the time that its round trips take: only the embedded store can tell the two apart.
const databases = testDatabases().filter(({ name }) => name === 'pglite');
if (databases.length === 0) it.skip('needs the embedded store', () => {});

describe.each(databases)('10,000 sessions of a project, on $name', (testDatabase) => {
  afterAll(() => testDatabase.dispose());

  it('are searched faster than a vector is compared with all of theirs', async () => {
    const opened = await openMemories(testDatabase);
    await opened.query(`
      insert into public.devai_sessions (id, project, agent, gist, created_at, last_active_at)
      select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'p', 'chapo', 'We worked on subject' || i, now(),
        now() - make_interval(mins => i)
      from generate_series(1, 10000) i`);
    await opened.query(`
      with vector as materialized (
        select v.part, (
          select ('[' || string_agg(sin(v.part * i)::text, ',') || ']')::extensions.halfvec(512) from generate_series(1, 512) i) as value
        from generate_series(1, 100) as v(part)
      )
      insert into public.devai_gists (session_id, scope, words, word_count, embedding, embedding_model, created_at)
      select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'gist/p',
        array_to_tsvector(array[t.tag || 'work', t.tag || 'subject' || i]), 4, v.value, 'm', now()
      from generate_series(1, 10000) i join vector v on v.part = i % 100 + 1
      cross join public.devai__scope_tag('gist/p') as t(tag)`);
    await opened.query('vacuum analyze public.devai_gists');
    await opened.query('vacuum analyze public.devai_sessions');

    const store = createStore(opened.database);
    const vector = Array.from({ length: 512 }, (_, index) => Math.sin(42 * (index + 1)));
    const match = () =>
      store.matchSessions({
        ...{ vector, embeddingModel: 'm', words: ['subject77', 'worked'], project: 'p', sessionId: null },
        ...{ recent: 2, limit: 5 },
      });
    const compareAll = () =>
      opened.query(
        `select g.session_id from public.devai_gists g where g.scope = 'gist/p'
         order by g.embedding operator(extensions.<=>) $1::extensions.halfvec(512) limit 5`,
        [JSON.stringify(vector)],
      );
    const { recent, related } = await match();
    expect(recent.map(({ session }) => session.gist)).toEqual([1, 2].map((i) => `We worked on subject${i}`));
    expect(related.map(({ session }) => session.gist)).toContain('We worked on subject77');
    expect(related.filter(({ similarity }) => (similarity ?? 0) > 0.999)).toHaveLength(5);

    const least = { match: Infinity, compareAll: Infinity };
    for (let run = 0; run < 10; run += 1) {
      least.match = Math.min(least.match, await timeOf(match));
      least.compareAll = Math.min(least.compareAll, await timeOf(compareAll));
    }
    expect(least.match / least.compareAll).toBeLessThan(1);
    await opened.close();
  });
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
