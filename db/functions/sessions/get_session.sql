-- A session, or null.
create or replace function public.devai_get_session(p_user text, p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (select public.devai__session_json(s) from public.devai_sessions s where s.id = p_id and s.user_id = v_user);
end $$;
