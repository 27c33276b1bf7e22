-- A session, or null.
create or replace function public.devai_get_session(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select public.devai__session_json(s) from public.devai_sessions s where s.id = p_id);
end $$;
