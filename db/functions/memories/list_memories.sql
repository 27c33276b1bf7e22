-- Memories, newest first, of some scopes (null: all that the user may read) and namespaces (including their branches) that fit the filter (see
-- devai__match_rows). With p_include_invalid also invalid ones; with the filter `archived` only archived ones. p_after is the id of the
-- last memory of the previous page; raises not_found if that memory is gone.
create or replace function public.devai_list_memories(
  p_user text, p_scopes text[], p_namespaces text[], p_include_invalid boolean, p_filter jsonb, p_after uuid, p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_as_of timestamptz := (p_filter ->> 'asOf')::timestamptz;
  v_filter jsonb := jsonb_strip_nulls(coalesce(p_filter, '{}'));
  v_prefixes text[] := array(select public.devai__own_namespace(n.name) || '/' from unnest(p_namespaces) as n(name));
  v_after timestamptz;
begin
  p_scopes := public.devai__own_scopes(p_scopes);
  if p_after is not null then
    select m.created_at into v_after from public.devai_memories m where m.id = p_after and public.devai__is_readable(m.scope);
    if not found then
      raise exception using errcode = '22DV2', message = format('there is no memory %s to go on after', p_after);
    end if;
  end if;
  return (
    select coalesce(jsonb_agg(public.devai__memory_json(page, v_now) order by page.created_at desc, page.id desc), '[]')
    from (
      select m.*
      from (
        select m.* from public.devai_memories m
        where v_as_of is null
          and (p_include_invalid or (m.archived and v_filter ? 'archived') or (m.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)))
        union all
        select was.* from public.devai_memories m
        cross join lateral public.devai__memory_at(m, v_as_of) was
        where v_as_of is not null and m.created_at <= v_as_of
          and (was.is_valid or was.invalidated_at > v_as_of) and (was.expires_at is null or was.expires_at > v_as_of)
      ) m
      where (m.scope = any(p_scopes) or (p_scopes is null and (not (m.scope ^@ 'devai/user' or m.scope ^@ 'devai/agent/') or public.devai__user_of(m.scope) = v_user)))
        and (p_after is null or (m.created_at <= v_after and (m.created_at, m.id) < (v_after, p_after)))
        and (cardinality(v_prefixes) = 0 or (m.namespace || '/') ^@ any(v_prefixes))
        and (not v_filter ? 'types' or v_filter -> 'types' ? m.memory_type)
        and (not v_filter ? 'categories' or v_filter -> 'categories' ? m.category)
        and (not v_filter ? 'sources' or v_filter -> 'sources' ? m.source)
        and (not v_filter ? 'priorities' or v_filter -> 'priorities' ? m.priority)
        and (not v_filter ? 'tags' or v_filter -> 'tags' ?| m.tags)
        and (not v_filter ? 'metadata' or (m.metadata <> '{}' and m.metadata @> (p_filter -> 'metadata')))
        and (not v_filter ? 'minImportance' or m.importance >= (v_filter ->> 'minImportance')::integer)
        and (not v_filter ? 'maxImportance' or m.importance <= (v_filter ->> 'maxImportance')::integer)
        and (not v_filter ? 'trusts' or v_filter -> 'trusts' ? m.trust)
        and (not v_filter ? 'pinned' or m.pinned = (v_filter ->> 'pinned')::boolean)
        and (not v_filter ? 'archived' or m.archived = (v_filter ->> 'archived')::boolean)
        and (not v_filter ? 'sessionId' or m.session_id = (v_filter ->> 'sessionId')::uuid)
        and (not v_filter ? 'fadesBefore' or m.fades_at < (v_filter ->> 'fadesBefore')::timestamptz)
        and (not v_filter ? 'since' or m.created_at >= (v_filter ->> 'since')::timestamptz)
        and (not v_filter ? 'until' or m.created_at < (v_filter ->> 'until')::timestamptz)
        and (not v_filter ? 'holdsSince' or m.holds_until > (v_filter ->> 'holdsSince')::timestamptz
          or (m.holds_until is null and m.holds_from is not null))
        and (not v_filter ? 'holdsUntil' or m.holds_from < (v_filter ->> 'holdsUntil')::timestamptz
          or (m.holds_from is null and m.holds_until is not null))
      order by m.created_at desc, m.id desc
      limit p_limit
    ) page
  );
end $$;
