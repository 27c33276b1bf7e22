-- Applies a decision ({ action, targetId, reason, disputes, inPlace }, see devai__apply_decision) to a statement that was stored at once
-- (explicit remember). An update or contradiction ends the neighbour in favour of the statement. A noop merges the
-- statement into a neighbour of priority highest or one that it may not change, and any other neighbour into the statement. Ends the job and enters its usage (p_usage, see
-- devai_record_usage) in the same transaction.
--
-- Returns { candidate: 0, action, memoryId, previousId, reason }; `refused` keeps both, as disputed. Changes no memory that is no longer valid. Raises
-- lease_lost.
create or replace function public.devai_apply_decision_to_stored(
  p_job_id uuid, p_worker text, p_memory_id uuid, p_decision jsonb, p_result jsonb, p_usage jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_actor jsonb := jsonb_build_object('kind', 'job', 'id', p_job_id);
  v_action text := p_decision ->> 'action';
  v_reason text;
  v_memory public.devai_memories;
  v_before public.devai_memories;
  v_may_change boolean;
  v_target public.devai_memories;
  v_applied jsonb;
begin
  perform public.devai__as_user((public.devai__lock_leased_job(p_job_id, p_worker)).user_id);
  perform public.devai__check_decisions('[{}]', jsonb_build_array(p_decision || '{"candidate": 0}'));
  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = p_memory_id));
  -- a successor of the neighbour may say the same, but no update or contradiction of it was decided
  v_target.id := case when v_action = 'noop' then public.devai__valid_successor((p_decision ->> 'targetId')::uuid)
    else (p_decision ->> 'targetId')::uuid end;
  perform public.devai__lock_memories(array[p_memory_id, v_target.id]);
  v_reason := public.devai__decision_reason(p_decision, p_memory_id);
  select * into v_memory from public.devai_memories m where m.id = p_memory_id;
  select * into v_target from public.devai_memories m
  where m.id = v_target.id and m.is_valid and m.scope = v_memory.scope and m.id <> v_memory.id;

  v_may_change := v_target.id is not null
    and public.devai__can_supersede(v_target, to_jsonb(v_memory), v_memory.created_at);
  if v_memory.is_valid and v_action <> 'noop' and not coalesce((p_decision ->> 'inPlace')::boolean, false)
    and (p_decision ? 'disputes' or (v_target.id is not null and not v_may_change))
  then
    v_before := v_memory;
    update public.devai_memories m
    set metadata = m.metadata || jsonb_build_object('disputes', jsonb_build_array(coalesce(p_decision ->> 'disputes', v_target.id::text))),
      updated_at = public.devai__now()
    where m.id = p_memory_id
    returning * into v_memory;
    perform public.devai__record_event(p_memory_id, 'updated', v_reason, v_actor, v_before, v_memory);
  end if;

  if v_action = 'add' or v_target.id is null or v_memory.is_valid is not true then
    v_applied := jsonb_build_object('action', 'added', 'memoryId', p_memory_id, 'previousId', null);
  elsif coalesce((p_decision ->> 'inPlace')::boolean, false)
    and public.devai__set_progress(v_target, public.devai__memory_json(v_memory, public.devai__now()), v_reason, v_actor) then
    perform public.devai__end_memory(v_memory.id, 'merged', v_target.id, v_reason, v_actor);
    v_applied := jsonb_build_object('action', 'updated', 'memoryId', v_target.id, 'previousId', v_memory.id);
  elsif v_action = 'noop' and (v_target.priority = 'highest' or not v_may_change) then
    perform public.devai__end_memory(v_memory.id, 'merged', v_target.id, v_reason, v_actor);
    perform public.devai__strengthen_memory(v_target.id, to_jsonb(v_memory), v_reason, v_actor);
    v_applied := jsonb_build_object('action', 'known', 'memoryId', v_target.id, 'previousId', v_memory.id);
  elsif not v_may_change then
    v_reason := 'only a later statement of the user changes what the user stated or restored: ' || v_reason;
    perform public.devai__record_event(v_target.id, 'disputed', v_reason, v_actor, v_target, v_target);
    v_applied := jsonb_build_object('action', 'refused', 'memoryId', v_memory.id, 'previousId', v_target.id);
  else
    perform public.devai__end_memory(v_target.id,
      case v_action when 'noop' then 'merged' when 'update' then 'superseded' else 'invalidated' end,
      v_memory.id, v_reason, v_actor);
    if v_action <> 'delete' then
      -- the statement keeps the rank of the memory that it replaces
      perform public.devai__strengthen_memory(v_memory.id,
        case v_action when 'noop' then to_jsonb(v_target) else to_jsonb(v_target) - 'evidence' end, v_reason, v_actor);
    end if;
    v_applied := jsonb_build_object('action', case v_action when 'delete' then 'contradicted' else 'updated' end,
      'memoryId', v_memory.id, 'previousId', v_target.id);
  end if;
  v_applied := v_applied || jsonb_build_object('candidate', 0, 'reason', v_reason);
  perform public.devai_record_usage(p_usage);
  perform public.devai__finish_job(p_job_id,
    coalesce(p_result, '{}') || jsonb_build_object('reason', v_reason, 'applied', jsonb_build_array(v_applied)));
  return v_applied;
end $$;
