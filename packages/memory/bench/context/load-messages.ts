import type { BenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../progress-bar.ts';

type Input = { project: string; memories: number; bar: ProgressBar };

/** Messages for each memory, sessions for each hundred of them, and the share of the messages that the longest session has. */
const perMemory = 10;
const sessionsPerHundred = 5;
const longestShare = 0.02;
/** Messages of one statement. */
const batch = 50_000;

/**
 * Fills in sessions of one project whose messages say what memories say, with vectors. The indexes and the index of what was said are
 * made when the rows are there.
 */
export async function loadMessages(
  store: BenchDatabase,
  { project, memories, bar }: Input,
): Promise<{ messages: number; longest: string }> {
  const messages = memories * perMemory;
  const sessions = Math.max(2, (memories / 100) * sessionsPerHundred);
  const inLongest = Math.floor(messages * longestShare);
  const inOthers = Math.floor((messages - inLongest) / (sessions - 1));
  await store.query('alter table public.devai_messages disable trigger devai_messages_said');
  const indexes = await store.query(
    `select format('drop index public.%I', indexname) as drop, indexdef as create from pg_indexes
     where tablename in ('devai_messages', 'devai_said') and indexname !~ '(_pkey|_id_key)$'`,
  );
  for (const index of indexes) await store.query(String(index['drop']));
  await store.query(
    'create table bench_texts as select row_number() over () as number, content, words, word_count, embedding, embedding_model from public.devai_memories',
  );
  await store.query('create unique index on bench_texts (number)');
  await store.query(
    `insert into public.devai_sessions (id, project, agent, message_count, extracted_through, created_at, last_active_at)
     select gen_random_uuid(), $1, 'bench', case when n = 1 then $3::int else $4::int end, case when n = 1 then $3::int else $4::int end,
       now() - make_interval(secs => n), now() - make_interval(secs => n)
     from generate_series(1, $2::int) n`,
    [project, sessions, inLongest, inOthers],
  );
  await store.query(
    `create table bench_messages as
     select row_number() over () as place, s.id as session_id, n as number
     from public.devai_sessions s cross join lateral generate_series(1, s.message_count) n`,
  );
  await store.query('create unique index on bench_messages (place)');
  for (let done = 0; done < messages; done += batch) {
    bar.show('messages', done, messages);
    await store.query(
      `insert into public.devai_messages (session_id, number, id, project, role, type, content, tokens, content_hash, words, created_at)
       select p.session_id, p.number, gen_random_uuid(), $1, case when p.number % 2 = 1 then 'user' else 'assistant' end, 'text',
         t.content, 30, 'bench', array_to_tsvector(string_to_array(t.content, ' ')), now() - make_interval(secs => 3 * p.place)
       from bench_messages p join bench_texts t on t.number = 1 + p.place % $2::int
       where p.place > $3::int and p.place <= $4::int`,
      [project, memories, done, done + batch],
    );
  }
  bar.show('what was said', 0, 1);
  await store.query(
    `insert into public.devai_said (message_id, session_id, number, scope, words, word_count, embedding, embedding_model, created_at)
     select m.id, m.session_id, m.number, 'said/' || $1,
       array_to_tsvector(array(select left(encode(sha256(convert_to('said/' || $1, 'UTF8')), 'hex'), 5) || w from unnest(tsvector_to_array(m.words)) w)),
       greatest(length(m.words), 1), t.embedding, t.embedding_model, m.created_at
     from public.devai_messages m
     join bench_messages p on p.session_id = m.session_id and p.number = m.number
     join bench_texts t on t.number = 1 + p.place % $2::int`,
    [project, memories],
  );
  await store.query('alter table public.devai_messages enable trigger devai_messages_said');
  for (const [done, index] of indexes.entries()) {
    bar.show('indexes', done, indexes.length);
    await store.query(String(index['create']));
  }
  await store.query('drop table bench_texts, bench_messages');
  await store.query('vacuum analyze public.devai_messages');
  await store.query('vacuum analyze public.devai_said');
  await store.query('analyze public.devai_sessions');
  await store.query('checkpoint');
  const [longest] = await store.query(
    'select id from public.devai_sessions order by message_count desc limit 1',
  );
  const [count] = await store.query('select count(*)::int as messages from public.devai_messages');
  return { messages: Number(count?.['messages']), longest: String(longest?.['id']) };
}
