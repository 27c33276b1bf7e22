-- Raises not_found for a session of another user, as for one that does not exist.
create or replace function public.devai__require_own_session(p_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.devai_sessions s where s.id = p_id and public.devai__is_own(s.user_id)) then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_id);
  end if;
end $$;
