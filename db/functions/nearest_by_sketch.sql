-- internal
-- The ids of the valid memories of some scopes whose sketches (the signs of their vectors) differ least from that of a vector (none without
-- one); with p_important of those of importance 8 and up alone. Read from a covering index; what it finds has to be ranked by the vectors themselves.
create or replace function public.devai_nearest_by_sketch(
  p_vector extensions.halfvec, p_scopes text[], p_important boolean, p_limit integer
) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  v_sketch bit(512) := extensions.binary_quantize(p_vector)::bit(512);
begin
  if v_sketch is null then
    return '{}';
  end if;
  return array(
    select m.id
    from public.devai_memories m
    where m.scope = any(p_scopes) and m.is_valid and m.sketch is not null and (not p_important or m.importance >= 8)
    order by m.sketch operator(extensions.<~>) v_sketch
    limit p_limit
  );
end $$;
