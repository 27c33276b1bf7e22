-- The words that are in many messages, each with the share of messages that have it, by the planner's statistics. Runs as the owner:
-- Postgres shows no statistics of a table with row-level security to other roles. Runtime roles may read the messages themselves.
create or replace function public.devai__frequent_words() returns table (word text, share real)
language sql stable security definer set search_path = '' as $$
  select e.word, e.share
  from pg_catalog.pg_stats s
  cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as e(word, share)
  where s.schemaname = 'public' and s.tablename = 'devai_messages' and s.attname = 'words' and e.word is not null
$$;
