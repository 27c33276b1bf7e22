-- The session, its row locked; raises not_found without it. What changes a session's messages or marks holds this lock, so
-- that their numbers have no gaps.
create or replace function public.devai__lock_session(p_id uuid) returns public.devai_sessions
language plpgsql set search_path = '' as $$
declare
  v_session public.devai_sessions;
begin
  select * into v_session from public.devai_sessions where id = p_id for update;
  if not found then
    raise exception using errcode = '22DV2', message = format('session %s does not exist', p_id);
  end if;
  return v_session;
end $$;
