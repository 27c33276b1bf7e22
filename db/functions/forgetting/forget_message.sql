-- Erases a message at the user's request, whether or not a memory was taken from it. It keeps its number.
-- Erased with it are:
--   - what the caller found to quote it: parts of other messages (p_messages, see devai__cut_messages), texts of sessions (p_sessions, see
--     devai__replace_session_texts), shared entries (p_shared: positions), and topics (p_topics: ids)
--   - values in the states of these sessions that contain one of p_texts
--   - candidates of jobs that were taken from it, and gists that wait to be stored
--   - its quotes in the evidence and the history of memories; the memories stay
--   - texts of stored contexts that mention it
-- A worker that read the text before cannot apply its result (devai__require_unchanged_marks, devai__lock_leased_job). Only an event
-- 'forgotten' with the id of the message remains, which tells other processes to read messages again (devai_count_forgotten).
--
-- Returns { forgotten, changedMessages, memories: [{ id, content, isValid }] }: forgotten is false if it was erased before, changedMessages
-- counts the messages that lost a quote, memories are those that were taken from it. Idempotent. Raises not_found, and conflict if the message
-- (p_content_hash) or what the caller found changed since it was read.
create or replace function public.devai_forget_message(
  p_user text, p_session_id uuid, p_number integer, p_actor jsonb, p_content_hash text, p_texts text[], p_messages jsonb, p_sessions jsonb, p_shared jsonb, p_topics uuid[]
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_message public.devai_messages;
  v_key constant text := p_session_id || '/' || p_number;
  v_place constant jsonb := jsonb_build_object('sessionId', p_session_id, 'messages', jsonb_build_array(p_number));
  v_sessions uuid[];
  v_memories uuid[];
  v_stated uuid[];
  v_shared bigint[];
  v_left jsonb;
begin
  perform public.devai__require_own_session(s.id) from (
    select p_session_id as id union select (g.given ->> 'sessionId')::uuid from jsonb_array_elements(p_messages || p_sessions) as g(given)) s;
  perform public.devai__erase_from_jobs('{}', '{}', '{}', v_place);
  v_sessions := public.devai__sessions_telling(array[p_session_id], array[v_key]);
  perform public.devai__lock_sessions(v_sessions || array(
    select (g.given ->> 'sessionId')::uuid from jsonb_array_elements(p_messages || p_sessions) as g(given)));
  select * into v_message from public.devai_messages m where m.session_id = p_session_id and m.number = p_number;
  if not found then
    raise exception using errcode = '22DV2', message = format('session %s has no message %s', p_session_id, p_number);
  end if;
  v_memories := public.devai__citing(jsonb_build_array(v_place));
  v_left := (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'content', m.content, 'isValid', m.is_valid)
      order by m.is_valid desc, m.created_at, m.id), '[]')
    from public.devai_memories m where m.id = any(v_memories) and public.devai__is_readable(m.scope));
  if v_message.metadata = '{"forgotten": true}' then
    return jsonb_build_object('forgotten', false, 'changedMessages', 0, 'memories', v_left);
  end if;
  if v_message.content_hash is distinct from p_content_hash then
    raise exception using errcode = '22DV3', message = format('message %s of session %s was changed meanwhile', p_number, p_session_id);
  end if;

  perform public.devai__replace_session_texts(p_sessions);
  perform public.devai__erase_topics(p_topics);
  v_stated := public.devai__erase_from_states(p_texts, '{}', v_sessions);
  v_shared := public.devai__erase_shared(array(select jsonb_array_elements_text(p_shared)::bigint), '{}', '{}');
  perform public.devai__cut_messages(p_messages, v_message.id);
  perform public.devai__mark_messages(
    jsonb_build_array(jsonb_build_object('sessionId', p_session_id, 'number', p_number)), 'forgotten', v_message.id);
  perform public.devai__empty_marked(v_message.id);

  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = any(v_memories)));
  perform public.devai__lock_memories(v_memories);
  perform public.devai__erase_quotes(v_memories, jsonb_build_array(v_place), null);

  perform public.devai__erase_from_contexts(array(
    select v_key
    union select (g.given ->> 'sessionId') || '/' || (g.given ->> 'number') from jsonb_array_elements(p_messages) as g(given)
    -- an earlier summary or gist may have contained it
    union select k.kind || i.id from unnest(v_sessions) as i(id) cross join unnest('{summary/,gist/}'::text[]) as k(kind)
    union select 'state/' || i.id from unnest(v_stated) as i(id)
    union select 'state/' || (g.given ->> 'sessionId') from jsonb_array_elements(p_sessions) as g(given) where g.given -> 'stateKeys' <> '[]'
    union select 'shared/' || p.position from unnest(v_shared) as p(position)));
  perform public.devai__record_forgotten(v_message.id, 'on demand; it was a message', p_actor, v_user);
  return jsonb_build_object('forgotten', true, 'changedMessages', jsonb_array_length(p_messages), 'memories', v_left);
end $$;
