-- Really erases a memory on the user's demand: its rows (every row with the same text, valid or not), their events, and every place in
-- other memories, events, jobs and sessions where the text stands; with p_messages also the messages that it came from, which
-- keep their numbers. What stays is an event 'forgotten' without text. A worker that holds the text loses its job. Returns
-- { forgotten, erased_messages }; forgotten is false when there was nothing to erase. Idempotent. Reads whole tables.
create or replace function public.devai_forget_memory(
  p_id uuid, p_actor_kind text, p_actor_id text, p_messages boolean
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_memory public.devai_memories;
  v_twins uuid[];
  v_texts text[];
  v_sessions text[];
  v_twin uuid;
  v_erased integer := 0;
begin
  select * into v_memory from public.devai_memories where id = p_id;
  if not found then
    return jsonb_build_object('forgotten', false, 'erased_messages', 0);
  end if;
  v_texts := public.devai_forgotten_texts(v_memory, p_messages);
  if p_messages then
    v_sessions := array(select v_memory.session_id::text
      union select e.item ->> 'sessionId' from jsonb_array_elements(v_memory.evidence) as e(item));
  end if;
  perform public.devai_erase_from_jobs(v_texts, v_sessions);
  perform public.devai_erase_from_sessions(v_texts);
  if p_messages then
    v_erased := public.devai_erase_messages(v_memory, v_texts);
  end if;

  v_twins := array(select m.id from public.devai_memories m where m.id = p_id or m.content = v_memory.content);
  perform public.devai_lock_scopes(array(select m.scope from public.devai_memories m where m.id = any(v_twins)));
  perform public.devai_lock_memories(v_twins);
  if not exists (select from public.devai_memories m where m.id = p_id and m.content = v_memory.content) then
    raise exception using errcode = '22DV3', message = format('memory %s was changed meanwhile', p_id);
  end if;
  delete from public.devai_jobs j where j.status in ('waiting', 'dead') and j.payload ->> 'memoryId' = any(v_twins::text[]);
  delete from public.devai_memory_events e where e.memory_id = any(v_twins);
  delete from public.devai_memories m where m.id = any(v_twins);
  update public.devai_memories m set superseded_by = nullif(v_memory.superseded_by, m.id) where m.superseded_by = any(v_twins);
  perform public.devai_erase_from_memories(v_texts);
  foreach v_twin in array v_twins loop
    perform public.devai_note_event(v_twin, 'forgotten', 'on demand', p_actor_kind, p_actor_id, null, null);
  end loop;
  return jsonb_build_object('forgotten', true, 'erased_messages', v_erased);
end $$;
