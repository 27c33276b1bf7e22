-- Counts memories (devai_get_stats): { valid, invalid, pinned, unembedded, fading, byType, byPriority, byScope }; all but
-- `invalid` count valid ones, which have neither expired nor faded. byScope: [{ scope, valid }], the 100 largest.
create or replace function public.devai__stats_memories(
  p_scopes text[], p_session_id uuid, p_embedding_model text, p_warn_days double precision
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_soon timestamptz := v_now + make_interval(secs => 86400 * p_warn_days);
begin
  return (
    with kinds as (
      select m.scope, m.memory_type, m.priority,
        m.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now) as is_valid,
        count(*) as number,
        count(*) filter (where m.pinned) as pinned,
        count(*) filter (where m.embedding_model is distinct from p_embedding_model) as unembedded,
        count(*) filter (where m.fades_at <= v_soon) as fading
      from public.devai_memories m
      where (m.scope = any(p_scopes) or (p_scopes is null and public.devai__is_readable(m.scope))) and (p_session_id is null or m.session_id = p_session_id)
      group by 1, 2, 3, 4
    )
    select jsonb_build_object(
      'valid', coalesce(sum(k.number) filter (where k.is_valid), 0),
      'invalid', coalesce(sum(k.number) filter (where not k.is_valid), 0),
      'pinned', coalesce(sum(k.pinned) filter (where k.is_valid), 0),
      'unembedded', coalesce(sum(k.unembedded) filter (where k.is_valid), 0),
      'fading', coalesce(sum(k.fading) filter (where k.is_valid), 0),
      'byType', (
        select coalesce(jsonb_object_agg(t.memory_type, t.valid), '{}')
        from (select o.memory_type, sum(o.number) as valid from kinds o where o.is_valid group by 1) t),
      'byPriority', (
        select coalesce(jsonb_object_agg(p.priority, p.valid), '{}')
        from (select o.priority, sum(o.number) as valid from kinds o where o.is_valid group by 1) p),
      'byScope', (
        select coalesce(jsonb_agg(to_jsonb(s) order by s.valid desc, s.scope), '[]')
        from (select public.devai__shown_scope(o.scope) as scope, sum(o.number) as valid from kinds o where o.is_valid
          group by 1 order by 2 desc, 1 limit 100) s))
    from kinds k
  );
end $$;
