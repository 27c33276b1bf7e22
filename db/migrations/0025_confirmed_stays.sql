-- What a person stated or confirmed does not fade by itself. Rewrites the table. Postgres 15 and 16 cannot change the expression of a
-- generated column, so the column is made anew.
alter table public.devai_memories drop column fades_at;
alter table public.devai_memories add column fades_at timestamptz not null generated always as (
  case when pinned or priority = 'highest' or trust = 'user' then 'infinity'::timestamptz
    else to_timestamp(extract(epoch from last_accessed_at - to_timestamp(0))::double precision
      + 86400::double precision * ln(greatest(strength, 0.000001::real)::double precision / 0.05::double precision)
        / ln(1::double precision / public.devai__decay_base()))
  end) stored;

-- A change that may not happen is told in the history of what it would have changed.
alter table public.devai_memory_events drop constraint devai_memory_events_action_check;
alter table public.devai_memory_events add constraint devai_memory_events_action_check check (action in
  ('added', 'updated', 'superseded', 'invalidated', 'restored', 'merged', 'archived', 'pruned', 'pinned', 'unpinned', 'related',
    'unrelated', 'disputed', 'forgotten'));
