-- Raises not_found for a session of another user. One that does not exist may come later.
create or replace function public.devai__refuse_anothers_session(p_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from public.devai_sessions s where s.id = p_id and not public.devai__is_own(s.user_id)) then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_id);
  end if;
end $$;
