-- The time that a statement tells of or holds in, as its words name it ("the dentist is on 6 March", "since October we …"): from a moment
-- until before another. Either may be open; both are null where it names no time.
-- Additive: the columns are null where code from before does not set them.
alter table public.devai_memories
  add column holds_from timestamptz,
  add column holds_until timestamptz,
  add constraint devai_memories_holds_check check (holds_from < holds_until);

-- What is still to come does not fade before it: the days without use are counted from its end, or its beginning. Rewrites the table.
alter table public.devai_memories drop column fades_at;
alter table public.devai_memories add column fades_at timestamptz not null generated always as (
  case when pinned or priority = 'highest' or trust = 'user' then 'infinity'::timestamptz
    else to_timestamp(extract(epoch from greatest(last_accessed_at, holds_from, holds_until) - to_timestamp(0))::double precision
      + 86400::double precision * ln(greatest(strength, 0.000001::real)::double precision / 0.05::double precision)
        / ln(1::double precision / public.devai__decay_base()))
  end) stored;
