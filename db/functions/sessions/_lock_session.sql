-- Locks and returns a session of the user; raises not_found. Every function that changes the messages or marks of a session holds this lock, so
-- that message numbers have no gaps.
create or replace function public.devai__lock_session(p_id uuid) returns public.devai_sessions
language plpgsql set search_path = '' as $$
declare
  v_session public.devai_sessions;
begin
  select * into v_session from public.devai_sessions where id = p_id and public.devai__is_own(user_id) for update;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_id);
  end if;
  return v_session;
end $$;
