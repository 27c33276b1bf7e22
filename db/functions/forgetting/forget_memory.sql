-- Erases a memory at the user's request. Erased are:
--   - every memory with the same text in its own scope and in those that all projects share, valid or not, with its events and jobs;
--     only an event 'forgotten' without text remains. Other projects keep theirs, unless all projects share the memory; then they keep those
--     that other users told (devai__is_told_by_user).
--   - the reasons that the events of other memories give by it, and the note of a task whose status it told
--   - the quotes of its messages in the evidence and the history of other memories: all of them from messages that are emptied, otherwise
--     those that share one of its texts or of p_said, the sentences that say it
--   - the name of its session if it contains the text, and the texts of sessions that the caller found to contain it (p_sessions, see
--     devai__replace_session_texts)
--   - texts of stored contexts that mention it, values in the states of sessions, and shared entries that contain it or that the caller
--     found to tell of it (p_shared: positions), and topics that the caller found to name it (p_topics: ids)
-- Messages stay, and are marked where the memory stands, so that no model sees it or learns it again (p_marks: [{ sessionId, number, part,
-- isSource }] as found by the caller; a message of the evidence without a mark as a whole). With p_messages, the messages that it came
-- from are emptied and keep their numbers. The parts of a summary by consolidation become valid again (devai_list_told_with lists the
-- memories that do not). A worker that read the text before cannot apply its result (devai__require_unchanged_marks,
-- devai__lock_leased_job).
--
-- Returns { forgotten, memoryIds, erasedMessages, keptMessages, kept }: forgotten is false if there was nothing to erase, memoryIds lists
-- the memories that this call erased; for the others see devai__kept_messages. Idempotent; a later call with p_messages empties
-- what an earlier call marked. Raises conflict if
-- the memory or a text of a session changed since the caller read it.
create or replace function public.devai_forget_memory(
  p_user text, p_id uuid, p_actor jsonb, p_messages boolean, p_marks jsonb, p_sessions jsonb, p_shared jsonb, p_said text[], p_topics uuid[]
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_memory public.devai_memories;
  v_ids uuid[];
  v_texts text[];
  v_successors uuid[];
  v_noted uuid[];
  v_parts uuid[] := '{}';
  v_id uuid;
  v_erased integer := 0;
  v_kept jsonb;
  v_stated uuid[];
  v_shared bigint[];
  v_sessions uuid[] := public.devai__sessions_of_memory(p_id);
  v_scopes text[];
  v_places jsonb;
  v_citing uuid[];
  v_owners jsonb;
begin
  perform public.devai__require_own_session((g.given ->> 'sessionId')::uuid) from jsonb_array_elements(p_marks || p_sessions) as g(given);
  select * into v_memory from public.devai_memories where id = p_id and public.devai__is_readable(scope);
  -- null: all scopes
  v_scopes := case when not v_memory.scope ^@ 'devai/user' and v_memory.scope <> 'devai/global'
    then array[v_memory.scope, public.devai__own_scope('devai/user'), 'devai/global'] end;
  v_ids := array(select m.id from public.devai_memories m where m.content = v_memory.content
    and coalesce(m.scope = any(v_scopes), m.scope in (v_memory.scope, public.devai__own_scope('devai/user'), 'devai/global')
      or (public.devai__is_readable(m.scope) and public.devai__is_told_by_user(m))));
  v_texts := array(
    select m.content from public.devai_memories m where m.id = any(v_ids)
    union
    select s.snapshot ->> 'content'
    from public.devai_memory_events e cross join lateral (values (e.before), (e.after)) as s(snapshot)
    where e.memory_id = any(v_ids) and s.snapshot ? 'content');

  perform public.devai__erase_from_jobs(v_ids, v_texts, v_scopes, null);
  perform public.devai__lock_sessions(array(
    select v_memory.session_id
    union select s.session_id from public.devai__evidence_messages(p_id) as s
    union select (g.given ->> 'sessionId')::uuid from jsonb_array_elements(p_marks || p_sessions) as g(given)
    union select m.session_id from public.devai_messages m
      where m.marks <> '[]' and m.marks @> public.devai__forgotten_mark(p_id, '{}')));
  if v_memory.id is not null then
    perform public.devai__replace_session_texts(p_sessions);
    perform public.devai__erase_topics(p_topics);
    update public.devai_sessions s set name = null, named_by = null
    where s.id = v_memory.session_id and s.user_id = v_user and exists (select from unnest(v_texts) as t(text) where strpos(s.name, t.text) > 0);
    v_stated := public.devai__erase_from_states(v_texts, v_scopes, v_sessions);
    v_shared := public.devai__erase_shared(array(select jsonb_array_elements_text(p_shared)::bigint), v_texts, v_scopes);
    perform public.devai__mark_messages(p_marks, 'forgotten', p_id);
    perform public.devai__mark_messages((
      select coalesce(jsonb_agg(jsonb_build_object('sessionId', m.session_id, 'number', m.number)), '[]')
      from public.devai__evidence_messages(p_id) as s
      join public.devai_messages m on m.session_id = s.session_id and m.number = s.number
      where not m.marks @> public.devai__forgotten_mark(p_id, '{}') and m.metadata <> '{"forgotten": true}'), 'forgotten', p_id);
  end if;
  -- what an earlier call marked, too
  v_places := (
    select coalesce(jsonb_agg(jsonb_build_object('sessionId', s.session_id, 'messages', jsonb_build_array(s.number))), '[]')
    from (
      select m.session_id, m.number from public.devai_messages m
      where m.marks <> '[]' and m.marks @> public.devai__forgotten_mark(p_id, '{ "isSource": true }')
      -- of messages that are not here
      union select e.session_id, e.number from public.devai__evidence_messages(p_id) as e) s);
  if p_messages then
    v_erased := public.devai__empty_marked(p_id);
  end if;
  v_kept := public.devai__kept_messages(p_id);
  v_citing := array(select c.id from unnest(public.devai__citing(v_places)) as c(id) where c.id <> all(v_ids));
  if v_memory.id is null then
    if p_messages then
      perform public.devai__lock_memories(v_citing);
      perform public.devai__erase_quotes(v_citing, v_places, null);
    end if;
    return jsonb_build_object('forgotten', false, 'memoryIds', '[]'::jsonb, 'erasedMessages', v_erased) || v_kept;
  end if;

  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = any(v_ids || v_citing)));
  v_successors := array(select distinct m.superseded_by from public.devai_memories m where m.id = any(v_ids) and m.superseded_by is not null);
  perform public.devai__lock_memories(v_ids || v_successors || v_citing);
  if not exists (select from public.devai_memories m where m.id = p_id and m.content = v_memory.content) then
    raise exception using errcode = '22DV3', message = format('memory %s was changed meanwhile', p_id);
  end if;
  update public.devai_memory_events e
  set reason = '[forgotten]', before = e.before - 'evidence', after = e.after - 'evidence'
  where e.memory_id in (
    select m.id from public.devai_memories m where m.superseded_by = any(v_ids) or m.id = any(v_successors));
  perform public.devai__erase_quotes(v_citing, v_places, case when not p_messages then v_texts || p_said || array(
    select e.item ->> 'quote' from jsonb_array_elements(v_memory.evidence) as e(item) where e.item ->> 'quote' <> '') end);
  with noted as (
    update public.devai_memories m set metadata = m.metadata - 'note'
    where m.id = any(v_successors) and exists (
      select from unnest(v_texts) as t(text) where strpos(m.metadata ->> 'note', left(t.text, 1000)) > 0)
    returning m.id
  )
  select array_agg(id) into v_noted from noted;
  update public.devai_memory_events e set before = e.before #- '{metadata,note}', after = e.after #- '{metadata,note}'
  where e.memory_id = any(v_successors) and exists (
    select from unnest(v_texts) as t(text), lateral (values (e.before), (e.after)) as s(snapshot)
    where strpos(s.snapshot -> 'metadata' ->> 'note', left(t.text, 1000)) > 0);
  if v_memory.is_valid and public.devai__is_consolidated(p_id) then
    v_parts := array(select m.id from public.devai_memories m where m.superseded_by = p_id and m.archived order by m.id);
  end if;
  update public.devai_memories m set superseded_by = nullif(v_memory.superseded_by, m.id), invalidated_reason = '[forgotten]'
  where m.superseded_by = any(v_ids);
  v_owners := (select jsonb_object_agg(m.id, public.devai__user_of(m.scope)) from public.devai_memories m where m.id = any(v_ids));
  delete from public.devai_memory_events e where e.memory_id = any(v_ids);
  delete from public.devai_memories m where m.id = any(v_ids);
  foreach v_id in array v_parts loop
    begin
      perform public.devai_restore_memory(p_user, v_id, p_actor, 'the summary that stood for it was forgotten')
      from public.devai_memories m where m.id = v_id;
    exception when sqlstate '22DV3' then
      null; -- another memory says the same
    end;
  end loop;
  perform public.devai__erase_from_contexts(array(
    select i.id::text from unnest(v_ids || v_noted) as i(id)
    union select m.session_id || '/' || m.number from public.devai_messages m
      where m.marks <> '[]' and m.marks @> public.devai__forgotten_mark(p_id, '{}')
    -- an earlier summary or gist may have contained it
    union select k.kind || i.id from unnest(v_sessions) as i(id) cross join unnest('{summary/,gist/}'::text[]) as k(kind)
    union select 'state/' || i.id from unnest(v_stated) as i(id)
    union select 'state/' || (g.given ->> 'sessionId') from jsonb_array_elements(p_sessions) as g(given) where g.given -> 'stateKeys' <> '[]'
    union select 'shared/' || p.position from unnest(v_shared) as p(position)));
  foreach v_id in array v_ids loop
    perform public.devai__record_forgotten(v_id, 'on demand', p_actor, v_owners ->> v_id::text);
  end loop;
  return jsonb_build_object('forgotten', true, 'memoryIds', v_ids, 'erasedMessages', v_erased) || v_kept;
end $$;
