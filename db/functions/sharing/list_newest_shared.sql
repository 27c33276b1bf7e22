-- The newest unexpired shared entry of each key in some scopes, newest first, except those that p_except_session published.
create or replace function public.devai_list_newest_shared(p_user text, p_scopes text[], p_except_session uuid, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(public.devai__shared_json(newest) order by newest.position desc), '[]')
    from (
      select s.* from public.devai_shared s
      where s.scope in (select public.devai__own_shared(w.scope) from unnest(p_scopes) as w(scope)) and (s.expires_at is null or s.expires_at > public.devai__now())
        and s.session_id is distinct from p_except_session
        and not exists (
          select from public.devai_shared later where later.scope = s.scope and later.key = s.key and later.position > s.position
            and (later.expires_at is null or later.expires_at > public.devai__now()))
      order by s.position desc
      limit p_limit
    ) newest
  );
end $$;
