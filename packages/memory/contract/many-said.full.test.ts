import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';

describe.each(testDatabases())('2,400 messages of a project, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('are searched for the nearest exactly, and counted by estimate', async () => {
    const sessionId = randomUUID();
    await world.store.openSession({
      id: sessionId,
      project: 'p',
      agent: 'chapo',
      metadata: {},
      parent: null,
    });
    await world.query(
      `insert into public.devai_messages (session_id, number, id, project, role, type, content, tokens, content_hash, created_at)
       select $1, i, md5(i::text)::uuid, 'p', 'user', 'text', 'message ' || i, 2, '', now() from generate_series(1, 2400) i`,
      [sessionId],
    );
    const wave = (angle: string) =>
      `(select array_agg(sin(${angle})::real order by place) from generate_series(1, 512) place)::extensions.vector`;
    // the lower the number, the nearer to the first wave
    await world.query(
      `with wave as materialized (select ${wave('place')} as first, ${wave('place * place')} as second)
       update public.devai_said s set embedding_model = 'm', embedding = (wave.first operator(extensions.+) (wave.second
         operator(extensions.*) array_fill(0.01 * s.number, array[512])::extensions.vector))::extensions.halfvec(512)
       from wave`,
    );

    const found = await world.query(
      `select found.one #>> '{message,content}' as content, (found.one -> 'searched')::integer as searched
       from jsonb_array_elements(public.devai_match_said('me', ${wave('place')}, 'm', '{}', '{}', array['said/p'], null, 15, '[]'))
         with ordinality as found(one, place)
       order by found.place`,
    );
    const nearest = Array.from({ length: 15 }, (_, index) => `message ${index + 1}`);
    expect(found.map(({ content }) => content)).toEqual(nearest);
    for (const { searched } of found) {
      expect(searched).toBeGreaterThan(2_000);
      expect(searched).toBeLessThan(2_900);
    }
  });
});
