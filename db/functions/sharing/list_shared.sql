-- Shared entries in some scopes (null: all) after a position, in their order: { entries, position }. p_key selects one key (null: all), or
-- with p_is_prefix all keys that begin with it. p_is_latest selects the newest entry of each key. Expired entries are left out, so
-- that the entry before an expired one is the newest again. position is
-- the newest of the store when this was read; a caller that gets fewer than p_limit entries has seen all entries up to it.
create or replace function public.devai_list_shared(
  p_user text, p_scopes text[], p_key text, p_is_prefix boolean, p_is_latest boolean, p_after double precision, p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_after bigint := p_after;
  v_scopes text[] := (select array_agg(public.devai__own_shared(w.scope)) from unnest(p_scopes) as w(scope));
begin
  return (
    with fitting as (
      select s.* from public.devai_shared s
      where (s.scope = any(v_scopes) or (p_scopes is null and public.devai__is_own(public.devai__owner_of(s.scope)))) and s.position > v_after
        and (p_key is null or s.key = p_key or (p_is_prefix and starts_with(s.key, p_key)))
        and (not p_is_latest or not exists (
          select from public.devai_shared later where later.scope = s.scope and later.key = s.key and later.position > s.position
            and (later.expires_at is null or later.expires_at > public.devai__now())))
        and (s.expires_at is null or s.expires_at > public.devai__now())
      order by s.position
      limit p_limit
    )
    select jsonb_build_object(
      'entries', coalesce((
        select jsonb_agg(public.devai__shared_json(s) order by s.position) from public.devai_shared s join fitting f on f.id = s.id), '[]'),
      'position', coalesce((select (s.value #>> '{}')::bigint from public.devai_settings s where s.key = 'shared_position'), 0))
  );
end $$;
