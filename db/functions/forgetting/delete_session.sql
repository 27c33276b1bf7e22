-- Erases a session and those of the tasks that it delegated: messages, summaries, contexts, jobs, shared entries, and texts of other sessions'
-- contexts that mention them. Quotes in messages of other sessions are the caller's to erase (devai_list_recalled_elsewhere). The memories
-- that came from it stay, without their quotes and reasons. Only an event 'forgotten' with the id of the session remains, which tells other
-- processes to read messages again (devai_count_forgotten). A worker that has read erased texts cannot apply its result, because its job is gone.
--
-- Returns { messages, sessions, memories: [{ id, content, isValid }] }: how many were erased, and the memories that stay. Raises not_found, and
-- session_busy while a turn is running in one of the sessions.
create or replace function public.devai_delete_session(p_session_id uuid, p_actor jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_sessions uuid[] := public.devai__session_with_tasks(p_session_id);
  v_told uuid[];
  v_keys text[];
  v_left jsonb;
  v_messages integer;
begin
  if v_sessions = '{}' then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_session_id);
  end if;
  delete from public.devai_jobs j
  where j.key = any(v_sessions::text[]) or j.payload ->> 'sessionId' = any(v_sessions::text[]);
  perform public.devai__lock_sessions(v_sessions);
  if exists (
    select from public.devai_sessions s where s.id = any(v_sessions) and s.turn_leased_until > public.devai__now()
  ) then
    raise exception using errcode = '22DV5', message = 'a turn is running in this session';
  end if;
  v_told := public.devai__told_by_sessions(v_sessions);
  perform public.devai__lock_scopes(array(select distinct m.scope from public.devai_memories m where m.id = any(v_told)));
  v_left := (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'content', m.content, 'isValid', m.is_valid)
      order by m.is_valid desc, m.created_at, m.id), '[]')
    from public.devai_memories m where m.id = any(v_told));
  v_keys := array(select m.session_id || '/' || m.number from public.devai_messages m where m.session_id = any(v_sessions));
  v_messages := cardinality(v_keys);
  perform public.devai__erase_from_contexts(v_keys || array(
    select k.kind || own.id from unnest(v_sessions) as own(id) cross join unnest('{summary/,gist/,state/}'::text[]) as k(kind)
    union all
    select 'shared/' || s.position from public.devai_shared s where s.session_id = any(v_sessions)));
  perform public.devai__erase_sessions(v_sessions);
  perform public.devai__record_event(p_session_id, 'forgotten', 'on demand; it was a session', p_actor, null, null);
  return jsonb_build_object('messages', v_messages, 'sessions', cardinality(v_sessions), 'memories', v_left);
end $$;
