-- Erases a session and those of the tasks that it delegated: messages, summaries, contexts, jobs, shared entries, and texts of other sessions'
-- contexts that mention them. Quotes in messages of other sessions are the caller's to erase (devai_list_recalled_elsewhere). The memories
-- that came from it stay, without their quotes and reasons. Of each session only an event 'forgotten' with its id remains: no import brings it
-- back, and other processes read messages again (devai_count_forgotten). A worker that has read erased texts cannot apply its result, because
-- its job is gone, or because its session is (devai__require_unchanged_marks).
--
-- Returns { messages, sessionIds, memories: [{ id, content, isValid }] }: how many were erased, and the memories that stay. Raises not_found,
-- session_busy while a turn is running in one of the sessions, and conflict if a task was delegated meanwhile.
create or replace function public.devai_delete_session(p_user text, p_session_id uuid, p_actor jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_sessions uuid[] := public.devai__idle_session_with_tasks(p_session_id);
  v_told uuid[];
  v_keys text[];
  v_left jsonb;
  v_messages integer;
begin
  delete from public.devai_jobs j
  where j.key = any(v_sessions::text[]) or j.payload ->> 'sessionId' = any(v_sessions::text[]);
  perform public.devai__lock_sessions(v_sessions);
  -- a task or a turn may have begun meanwhile
  if public.devai__idle_session_with_tasks(p_session_id) <> v_sessions then
    raise exception using errcode = '22DV3', message = 'the session was changed meanwhile';
  end if;
  v_told := public.devai__told_by_sessions(v_sessions);
  perform public.devai__lock_scopes(array(select distinct m.scope from public.devai_memories m where m.id = any(v_told)));
  v_left := (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'content', m.content, 'isValid', m.is_valid)
      order by m.is_valid desc, m.created_at, m.id), '[]')
    from public.devai_memories m where m.id = any(v_told) and public.devai__is_readable(m.scope));
  v_keys := array(select m.session_id || '/' || m.number from public.devai_messages m where m.session_id = any(v_sessions));
  v_messages := cardinality(v_keys);
  v_keys := v_keys || array(
    select k.kind || own.id from unnest(v_sessions) as own(id) cross join unnest('{summary/,gist/,state/}'::text[]) as k(kind));
  perform public.devai__erase_sessions(v_sessions, p_actor);
  -- last: whoever stores a context locks the messages that it mentions, so it is there once these are gone
  perform public.devai__erase_from_contexts(v_keys);
  return jsonb_build_object('messages', v_messages, 'sessionIds', v_sessions, 'memories', v_left);
end $$;
