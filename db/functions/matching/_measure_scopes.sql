-- Called by devai__match_rows, under whose settings it plans.
-- The number of valid memories in some scopes, and a sample of 128 of them, for their average length and word frequencies. Counts up to
-- 2,000. Beyond that (is_large) it estimates from the one row in 16 whose random id begins with 0. The hash of the id decides what is in
-- the sample, because the order of an index is by scope or by length.
create or replace function public.devai__measure_scopes(
  p_scopes text[], out total double precision, out is_large boolean, out sample_ids uuid[]
)
language plpgsql stable set search_path = '' as $$
declare
  v_counted constant integer := 2000;
begin
  sample_ids := array(
    select m.id from public.devai_memories m where m.scope = any(p_scopes) and m.is_valid limit v_counted + 1);
  total := cardinality(sample_ids);
  is_large := total > v_counted;
  if is_large then
    total := greatest(total, 16 * (
      select count(*) from public.devai_memories m
      where m.scope = any(p_scopes) and m.is_valid and m.id < '10000000-0000-0000-0000-000000000000'));
    sample_ids := array(
      select m.id from public.devai_memories m
      where m.scope = any(p_scopes) and m.is_valid and m.id < '10000000-0000-0000-0000-000000000000'
      order by uuid_hash(m.id) limit 128);
  else
    sample_ids := array(select s.id from unnest(sample_ids) as s(id) order by uuid_hash(s.id) limit 128);
  end if;
end $$;
