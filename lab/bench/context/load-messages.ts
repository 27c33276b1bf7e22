import type { BenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import type { World } from '../store/synthetic-world.ts';

/** Messages per memory, sessions per hundred memories, and the share of the messages in the longest session. */
const perMemory = 10;
const sessionsPerHundred = 5;
const longestShare = 0.02;
/** Messages per statement. */
const batch = 50_000;

/**
 * Adds sessions to each project in proportion to its memories; the longest belongs to the biggest. Messages repeat
 * the contents of memories of their project, with vectors. The indexes, and the index of past messages, are created
 * after the rows.
 */
export async function loadMessages(store: BenchDatabase, world: World, bar: ProgressBar): Promise<void> {
  const messages = world.total * perMemory;
  const sessions = Math.max(2, (world.total / 100) * sessionsPerHundred);
  const inLongest = Math.floor(messages * longestShare);
  const inOthers = Math.floor((messages - inLongest) / (sessions - 1));
  await store.query('alter table public.devai_messages disable trigger devai_messages_said');
  const indexes = await store.query(
    `select format('drop index public.%I', indexname) as drop, indexdef as create from pg_indexes
     where tablename in ('devai_messages', 'devai_said') and indexname !~ '(_pkey|_id_key)$'`,
  );
  for (const index of indexes) await store.query(String(index['drop']));
  await store.query(
    `create table bench_texts as
     select substr(m.scope, 15) as project, row_number() over (partition by m.scope) as number, count(*) over (partition by m.scope) as texts,
       m.content, m.embedding, m.embedding_model
     from public.devai_memories m where m.scope like 'devai/project/%'`,
  );
  await store.query('create unique index on bench_texts (project, number)');
  await store.query('analyze bench_texts');
  await store.query(
    `insert into public.devai_sessions (id, project, agent, message_count, extracted_through, created_at, last_active_at)
     select gen_random_uuid(), p.project, 'bench', c.count, c.count, now() - make_interval(secs => n), now() - make_interval(secs => n)
     from unnest($1::text[]) with ordinality as p(project, n)
     cross join lateral (select case when n = 1 then $2::int else $3::int end as count) c`,
    [projectsOf(world, sessions), inLongest, inOthers],
  );
  await store.query(
    `create table bench_messages as
     select row_number() over () as place, s.id as session_id, s.project, n as number,
       1 + row_number() over (partition by s.project) % t.texts as text
     from public.devai_sessions s
     join bench_texts t on t.project = s.project and t.number = 1
     cross join lateral generate_series(1, s.message_count) n`,
  );
  await store.query('create unique index on bench_messages (place)');
  for (let done = 0; done < messages; done += batch) {
    bar.show('messages', done, messages);
    await store.query(
      `insert into public.devai_messages (session_id, number, id, project, role, type, content, tokens, content_hash, words, created_at)
       select p.session_id, p.number, gen_random_uuid(), p.project, case when p.number % 2 = 1 then 'user' else 'assistant' end, 'text',
         t.content, 30, 'bench', array_to_tsvector(string_to_array(t.content, ' ')), now() - make_interval(secs => 3 * p.place)
       from bench_messages p join bench_texts t on t.project = p.project and t.number = p.text
       where p.place > $1::int and p.place <= $2::int`,
      [done, done + batch],
    );
  }
  bar.show('what was said', 0, 1);
  await store.query(
    `insert into public.devai_said (message_id, session_id, number, scope, words, word_count, embedding, embedding_model, created_at)
     select m.id, m.session_id, m.number, g.scope,
       array_to_tsvector(array(select g.tag || w from unnest(tsvector_to_array(m.words)) w)),
       greatest(length(m.words), 1), t.embedding, t.embedding_model, m.created_at
     from (
       select n.project, 'said/' || n.project as scope,
         left(encode(sha256(convert_to('said/' || n.project, 'UTF8')), 'hex'), 5) as tag
       from (select distinct project from bench_texts) n
     ) g
     join public.devai_messages m on m.project = g.project
     join bench_messages p on p.session_id = m.session_id and p.number = m.number
     join bench_texts t on t.project = p.project and t.number = p.text`,
  );
  await store.query('alter table public.devai_messages enable trigger devai_messages_said');
  for (const [done, index] of indexes.entries()) {
    bar.show('indexes', done, indexes.length);
    await store.query(String(index['create']));
  }
  await store.query('drop table bench_texts, bench_messages');
  for (const table of ['devai_messages', 'devai_said', 'devai_sessions']) {
    await store.query(`vacuum analyze public.${table}`);
  }
  await store.query('checkpoint');
}

/**
 * Returns the project of each session: the biggest for the first one, the others in proportion to the sizes of the
 * projects.
 */
function projectsOf({ scopes }: World, sessions: number): string[] {
  const projects = scopes
    .filter(({ scope }) => scope.startsWith('devai/project/'))
    .map(({ scope, memories }) => ({ project: scope.replace('devai/project/', ''), memories }))
    .toSorted((a, b) => b.memories - a.memories);
  const total = projects.reduce((sum, { memories }) => sum + memories, 0);
  const all = projects.flatMap(({ project, memories }) =>
    Array.from({ length: Math.round((sessions * memories) / total) }, () => project),
  );
  const biggest = projects[0]?.project ?? '';
  return Array.from({ length: sessions }, (_, index) => all[index] ?? biggest);
}
