-- Creates a session, or reopens it. Reopening cancels a pending end and changes nothing else. p_parent: the { session, turn, call } that
-- delegated a task to the session's agent; null if a user began it. Returns the session; concurrent callers get the same one. Raises
-- conflict for a session of another project, and not_found for one of another user, and for such a parent.
create or replace function public.devai_open_session(p_user text, p_id uuid, p_project text, p_agent text, p_metadata jsonb, p_parent jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_session public.devai_sessions;
begin
  perform public.devai__own_scope('said/' || p_project); -- refuses a project that names a user
  perform public.devai__refuse_anothers_session((p_parent ->> 'session')::uuid);
  insert into public.devai_sessions as s (id, user_id, project, agent, metadata, parent_session, parent_turn, parent_call, created_at, last_active_at)
  values (p_id, p_user, p_project, p_agent, coalesce(p_metadata, '{}'), (p_parent ->> 'session')::uuid, (p_parent ->> 'turn')::uuid,
    p_parent ->> 'call', v_now, v_now)
  on conflict (id) do update set end_due_at = null, ended_at = null where s.user_id = v_user
  returning * into v_session;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_id);
  end if;
  perform public.devai__require_project(v_session, p_project);
  return public.devai__session_json(v_session);
end $$;
