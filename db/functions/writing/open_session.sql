-- Creates a session, or reopens it, which cancels its pending end and changes nothing else, not even the project. Returns the
-- session. Concurrent callers get the same one.
create or replace function public.devai_open_session(p_id uuid, p_project text, p_agent text, p_metadata jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_session public.devai_sessions;
begin
  insert into public.devai_sessions (id, project, agent, metadata, created_at, last_active_at)
  values (p_id, p_project, p_agent, coalesce(p_metadata, '{}'), v_now, v_now)
  on conflict (id) do update set end_due_at = null, ended_at = null
  returning * into v_session;
  return public.devai__session_json(v_session);
end $$;
