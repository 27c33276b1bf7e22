-- internal
-- How many valid memories some scopes hold, and how many words one has on average (of 256 of them). Counted up to 2,000; beyond that
-- the number is estimated from the sample, the one row in 16 whose random id begins with 0, of which `sample_ids` are the
-- first 256 (null when all were counted).
create or replace function public.devai_scope_size(
  p_scopes text[], out total double precision, out average_words double precision, out sample_ids uuid[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  v_counted constant integer := 2000;
  v_ids uuid[] := array(
    select m.id from public.devai_memories m where m.scope = any(p_scopes) and m.is_valid limit v_counted + 1);
begin
  total := cardinality(v_ids);
  if total > v_counted then
    select array_agg(m.id order by m.id) into v_ids
    from public.devai_memories m
    where m.scope = any(p_scopes) and m.is_valid and m.id < '10000000-0000-0000-0000-000000000000';
    total := greatest(total, 16 * cardinality(v_ids));
    sample_ids := coalesce(v_ids[1:256], '{}');
  end if;
  select greatest(avg(m.word_count), 1) into average_words
  from public.devai_memories m
  where m.id = any(array(select unnest(v_ids[1:256])));
end $$;
