create or replace function public.devai__session_json(p_session public.devai_sessions) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return to_jsonb(p_session) - array['idle_due_at', 'end_due_at'];
end $$;
