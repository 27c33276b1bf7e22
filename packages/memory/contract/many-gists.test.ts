import { describe, expect, it } from 'vitest';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';

// What is read comes from the same SQL in every store, and the embedded one is at hand.
const databases = testDatabases().filter(({ name }) => name === 'pglite');
if (databases.length === 0) it.skip('needs the embedded store', () => {});

describe.each(databases)('10,000 sessions of a project, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('are searched faster than a vector is compared with all of theirs', async () => {
    await world.query(`
      insert into public.devai_sessions (id, project, agent, gist, created_at, last_active_at)
      select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'p', 'chapo', 'We worked on subject' || i, now(),
        now() - make_interval(mins => i)
      from generate_series(1, 10000) i`);
    await world.query(`
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
    await world.query('vacuum analyze public.devai_gists');
    await world.query('vacuum analyze public.devai_sessions');

    const vector = Array.from({ length: 512 }, (_, index) => Math.sin(42 * (index + 1)));
    const words = ['subject77', 'worked'];
    const { recent, related } = await world.store.matchSessions({
      vector,
      embeddingModel: 'm',
      words,
      frequentWords: [],
      project: 'p',
      sessionId: null,
      recent: 2,
      limit: 5,
    });
    expect(recent.map(({ session }) => session.gist)).toEqual([1, 2].map((i) => `We worked on subject${i}`));
    expect(related.map(({ session }) => session.gist)).toContain('We worked on subject77');
    expect(related.filter(({ similarity }) => (similarity ?? 0) > 0.999)).toHaveLength(5);

    const searching = await world.pagesRead(
      `select public.devai_match_sessions('me', $1::extensions.vector, 'm', $2, '{}', 'p', null, 2, 5)`,
      [JSON.stringify(vector), words],
    );
    const comparing = await world.pagesRead(
      `select g.session_id from public.devai_gists g where g.scope = 'gist/p'
       order by g.embedding operator(extensions.<=>) $1::extensions.halfvec(512) limit 5`,
      [JSON.stringify(vector)],
    );
    expect(searching).toBeLessThan(comparing / 2);
  });
});
