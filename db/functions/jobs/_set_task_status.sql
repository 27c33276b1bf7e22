-- Gives a task the status that a later statement about it tells, with its other details; what else the statement says becomes the task's
-- note. The task keeps its text and id. Returns whether it did: not for other memories, not when the status is the same, and not by
-- what only a tool's output says. The caller holds the memory.
create or replace function public.devai__set_task_status(
  p_task public.devai_memories, p_statement jsonb, p_reason text, p_actor jsonb
) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_details jsonb := jsonb_strip_nulls(p_statement -> 'metadata');
  v_said_at timestamptz := public.devai__stated_at(p_statement -> 'evidence', v_now);
  v_before public.devai_memories;
  v_after public.devai_memories;
begin
  if p_task.category <> 'task' or p_statement ->> 'category' <> 'task' or p_statement ->> 'trust' = 'tool'
    or coalesce(v_details ->> 'status' = coalesce(p_task.metadata ->> 'status', 'todo'), true)
  then
    return false;
  end if;
  if v_details ->> 'status' = 'done' then
    v_details := jsonb_build_object('completedAt', v_said_at) || v_details;
  end if;
  if p_statement ->> 'contentHash' <> p_task.content_hash then
    v_details := jsonb_build_object('note', left(p_statement ->> 'content', 1000)) || v_details;
  end if;
  perform public.devai__strengthen_memory(p_task.id, p_statement, p_reason, p_actor);
  select * into v_before from public.devai_memories m where m.id = p_task.id;
  update public.devai_memories m
  set metadata = (m.metadata - array['note', 'completedAt']) || v_details, updated_at = v_now
  where m.id = p_task.id
  returning * into v_after;
  perform public.devai__record_event(p_task.id, 'updated', p_reason, p_actor, v_before, v_after);
  return true;
end $$;
