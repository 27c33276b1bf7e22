-- Merges paths: the new ones in their order, then the known ones in theirs, each once, at most p_maximum.
create or replace function public.devai__merge_paths(p_new text[], p_known text[], p_maximum integer) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select p.path
    from unnest(p_new || p_known) with ordinality as p(path, position)
    group by p.path
    order by min(p.position)
    limit p_maximum
  );
end $$;
