-- A session and those of the tasks that it delegated, and so on. Raises not_found, and session_busy while a turn is running in one of them.
create or replace function public.devai__idle_session_with_tasks(p_session_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  v_sessions uuid[] := array(
    with recursive own as (
      select s.id from public.devai_sessions s where s.id = p_session_id and public.devai__is_own(s.user_id)
      union
      select s.id from public.devai_sessions s join own o on s.parent_session = o.id
      where public.devai__is_own(s.user_id)
    )
    select o.id from own o order by o.id);
begin
  if v_sessions = '{}' then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_session_id);
  end if;
  if exists (
    select from public.devai_sessions s where s.id = any(v_sessions) and s.turn_leased_until > public.devai__now()
  ) then
    raise exception using errcode = '22DV5', message = 'a turn is running in this session';
  end if;
  return v_sessions;
end $$;
