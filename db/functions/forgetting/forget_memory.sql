-- Really erases a memory on the user's demand: its rows (every row with the same text, valid or not), their events, and every place in
-- other memories, events, jobs and sessions where the text stands. Messages keep it, and are marked where it stands (p_marks: [{ session_id,
-- number, from, to, is_source }], as the caller found it; devai__mark_forgotten_messages adds what he missed), so that it is neither shown to a model nor
-- learnt again; with p_messages they are emptied, and keep their numbers. p_summaries (as for devai__replace_summaries) say
-- the same of sessions without it. What stays is an event 'forgotten' without text. A worker that read the text before is
-- refused when it applies what it made of it (devai__require_unchanged_marks, devai__lock_leased_job).
--
-- Returns { forgotten, erased_messages, kept_messages }; forgotten is false when there was nothing to erase, kept_messages is how many
-- messages still hold it. Idempotent; asking for the messages later erases what an earlier call marked. Raises conflict when a
-- memory or a summary was changed since the caller read it. Reads whole tables, before it locks anything; under its locks it looks again at
-- what was written meanwhile.
create or replace function public.devai_forget_memory(
  p_id uuid, p_actor_kind text, p_actor_id text, p_messages boolean, p_marks jsonb, p_summaries jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_memory public.devai_memories;
  v_twins uuid[];
  v_texts text[];
  v_patterns text[];
  v_since xid := pg_snapshot_xmin(pg_current_snapshot())::xid;
  v_found record;
  v_written record;
  v_twin uuid;
  v_erased integer := 0;
  v_kept integer;
begin
  select * into v_memory from public.devai_memories where id = p_id;
  v_texts := case when v_memory.id is null then '{}' else public.devai__forgotten_texts(v_memory, p_messages) end;
  v_patterns := public.devai__text_patterns(v_texts);
  v_found := public.devai__find_texts(v_patterns, null);
  v_twins := array(select m.id from public.devai_memories m where m.id = p_id or m.content = v_memory.content);

  perform public.devai__erase_from_jobs(v_found.job_ids, v_texts);
  perform public.devai__lock_sessions(v_found.session_ids || array(
    select v_memory.session_id
    union select (e.item ->> 'sessionId')::uuid from jsonb_array_elements(v_memory.evidence) as e(item)
    union select (g.given ->> 'session_id')::uuid from jsonb_array_elements(p_marks || p_summaries) as g(given)
    union select m.session_id from public.devai_messages m
      where m.marks <> '[]' and m.marks @> public.devai__forgotten_mark(p_id, '{}')));
  if v_memory.id is not null then
    perform public.devai__replace_summaries(p_summaries);
    perform public.devai__erase_from_sessions(v_found.session_ids, v_texts);
    perform public.devai__mark_forgotten_messages(v_memory, p_marks, v_texts);
  end if;
  if p_messages then
    update public.devai_messages m
    set content = '', tool_calls = '[]', words = '', content_hash = '', tokens = 0, metadata = '{"forgotten": true}',
      marks = public.devai__widen_marks(m.marks)
    where m.marks <> '[]' and m.marks @> public.devai__forgotten_mark(p_id, '{ "is_source": true }')
      and m.metadata <> '{"forgotten": true}';
    get diagnostics v_erased = row_count;
  end if;
  select count(*) into v_kept from public.devai_messages m
  where m.marks <> '[]' and m.marks @> public.devai__forgotten_mark(p_id, '{}') and m.metadata <> '{"forgotten": true}';
  if v_memory.id is null then
    return jsonb_build_object('forgotten', false, 'erased_messages', v_erased, 'kept_messages', v_kept);
  end if;

  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = any(v_twins)));
  perform public.devai__lock_memories(v_twins);
  if not exists (select from public.devai_memories m where m.id = p_id and m.content = v_memory.content) then
    raise exception using errcode = '22DV3', message = format('memory %s was changed meanwhile', p_id);
  end if;
  delete from public.devai_jobs j where j.status in ('waiting', 'dead') and j.payload ->> 'memoryId' = any(v_twins::text[]);
  delete from public.devai_memory_events e where e.memory_id = any(v_twins);
  delete from public.devai_memories m where m.id = any(v_twins);
  update public.devai_memories m set superseded_by = nullif(v_memory.superseded_by, m.id) where m.superseded_by = any(v_twins);
  v_written := public.devai__find_texts(v_patterns, v_since);
  perform public.devai__erase_from_jobs(v_written.job_ids, v_texts);
  perform public.devai__erase_from_sessions(v_written.session_ids, v_texts);
  perform public.devai__erase_from_memories(
    v_found.memory_ids || v_written.memory_ids, v_found.event_ids || v_written.event_ids, v_texts);
  foreach v_twin in array v_twins loop
    perform public.devai__record_event(v_twin, 'forgotten', 'on demand', p_actor_kind, p_actor_id, null, null);
  end loop;
  return jsonb_build_object('forgotten', true, 'erased_messages', v_erased, 'kept_messages', v_kept);
end $$;
