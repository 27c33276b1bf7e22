-- The valid memories of a scope by id after p_after, at most p_limit, as an array of { memory, isProtected, isRestored, statedAt,
-- importanceIsSet }. Consolidation never merges, archives or rescores protected memories: those that are pinned, have priority highest, were
-- stated by the user within p_stated_days, or were restored by a person (isRestored). statedAt is null if it is not known, as of a
-- summary. importanceIsSet tells whether a person chose the importance.
create or replace function public.devai_list_for_consolidation(
  p_scope text, p_after uuid, p_stated_days double precision, p_limit integer
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_now timestamptz := public.devai__now();
begin
  return (
    select coalesce(json_agg(json_build_object(
      'memory', public.devai__memory_json_text(page, v_now),
      'isProtected', page.pinned or page.priority = 'highest'
        or (page.source = 'user_stated' and known.stated_at > v_now - make_interval(secs => 86400 * p_stated_days))
        or known.is_restored,
      'isRestored', known.is_restored,
      'statedAt', known.stated_at,
      'importanceIsSet', exists (select from public.devai_memory_events e
        where e.memory_id = page.id and e.action = 'updated' and e.actor_kind = 'user'
          and e.before -> 'importance' is distinct from e.after -> 'importance')) order by page.id), '[]')
    from (
      select m.* from public.devai_memories m
      where m.scope = p_scope and m.is_valid and m.id > p_after
        and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
      order by m.id
      limit p_limit
    ) page
    cross join lateral (select
      public.devai__stated_at(page.evidence, case when page.source <> 'consolidation' then page.created_at end) as stated_at,
      exists (select from public.devai_memory_events e
        where e.memory_id = page.id and e.action = 'restored' and e.actor_kind = 'user') as is_restored
    ) known
  );
end $$;
