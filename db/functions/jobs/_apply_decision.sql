-- Applies one decision ({ action, targetId, reason, disputes, inPlace }) for one candidate. `disputes`, the id of the memory that an added
-- candidate may contradict, is stored in its metadata. Returns { action, memoryId, previousId, reason }, where action is added, updated,
-- contradicted, known or refused.
--
-- The target may have changed since the decision was made:
--   - An update or contradiction becomes an addition if its target is no longer valid, or is not in the candidate's scope. So does a noop
--     without a valid memory in p_scopes that says the same. The status of a task goes to the memory that superseded the task.
--   - A change that may not happen (devai__can_supersede) is refused: the candidate is stored as disputed beside the target, whose history
--     tells it. An older statement of the user that was extracted late is refused and not stored.
--   - A statement that only tells the status of a task (`inPlace`), or may not replace the task, changes the task in place. The output of
--     a tool does not change a task's status.
--   - A refined plan, task or component keeps the details that the statement does not give.
create or replace function public.devai__apply_decision(
  p_candidate jsonb, p_decision jsonb, p_scopes text[], p_job_id uuid
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_actor jsonb := jsonb_build_object('kind', 'job', 'id', p_job_id);
  v_action text := p_decision ->> 'action';
  v_reason text := public.devai__decision_reason(p_decision, null);
  v_target public.devai_memories;
  v_tells_status boolean := p_candidate ->> 'category' = 'task' and p_candidate -> 'metadata' ->> 'status' is not null;
  v_may_change boolean;
  v_refusal text;
  v_done_at timestamptz;
  v_added record;
begin
  if v_action in ('update', 'delete', 'noop') then
    select * into v_target from public.devai_memories m
    where m.id = public.devai__valid_successor((p_decision ->> 'targetId')::uuid)
      and m.scope = public.devai__scope_of(p_candidate ->> 'namespace');
    v_done_at := public.devai__moment(v_target.metadata ->> 'completedAt');
    -- a task whose completion lies in the future is not done yet
    if v_target.category = 'task' and p_candidate ->> 'category' = 'task' and v_target.metadata ->> 'status' = 'done'
      and v_done_at > public.devai__stated_at(p_candidate -> 'evidence', public.devai__now()) and v_done_at <= public.devai__now()
    then
      return jsonb_build_object('action', 'known', 'memoryId', v_target.id, 'previousId', null,
        'reason', 'the task was done since: ' || v_reason);
    end if;
    if found and (coalesce((p_decision ->> 'inPlace')::boolean, false)
        or not public.devai__can_supersede(v_target, p_candidate, public.devai__now()))
      and public.devai__set_progress(v_target, p_candidate, v_reason, v_actor) then
      return jsonb_build_object('action', 'updated', 'memoryId', v_target.id, 'previousId', null, 'reason', v_reason);
    end if;
  end if;

  if v_action = 'noop' then
    select * into v_target from public.devai_memories m
    where m.id = public.devai__valid_successor((p_decision ->> 'targetId')::uuid) and m.scope = any(p_scopes);
    if found then
      -- only a statement of the user or the same text confirms a memory, not a repetition by the agent
      if p_candidate ->> 'trust' = 'user' or v_target.content_hash = p_candidate ->> 'contentHash' then
        perform public.devai__strengthen_memory(v_target.id, p_candidate, v_reason, v_actor);
      end if;
      return jsonb_build_object('action', 'known', 'memoryId', v_target.id, 'previousId', null, 'reason', v_reason);
    end if;
  end if;

  if p_decision ? 'disputes' then
    p_candidate := jsonb_set(p_candidate, '{metadata,disputes}', jsonb_build_array(p_decision -> 'disputes'));
  end if;

  if v_action in ('update', 'delete') then
    select * into v_target from public.devai_memories m
    where m.id = case when v_tells_status and v_target.category = 'task' then v_target.id else (p_decision ->> 'targetId')::uuid end
      and m.is_valid and m.scope = public.devai__scope_of(p_candidate ->> 'namespace');
    v_may_change := found and public.devai__can_supersede(v_target, p_candidate, public.devai__now())
      and not (v_target.category = 'task' and p_candidate ->> 'category' = 'task' and p_candidate ->> 'trust' = 'tool'
        and coalesce(p_candidate -> 'metadata' ->> 'status' <> coalesce(v_target.metadata ->> 'status', 'todo'), false));
    if v_target.id is not null and not v_may_change then
      if p_candidate ->> 'source' = 'user_stated' and p_candidate ->> 'priority' = 'highest' and p_candidate ->> 'trust' <> 'tool' then
        return jsonb_build_object('action', 'refused', 'memoryId', v_target.id, 'previousId', null,
          'reason', 'the user said otherwise since: ' || v_reason);
      end if;
      v_refusal := case when p_candidate ->> 'trust' = 'tool' then 'what a tool returned does not change it: '
        else 'only the user changes what the user stated or restored: ' end || v_reason;
      p_candidate := jsonb_set(p_candidate, '{metadata,disputes}', jsonb_build_array(v_target.id));
    end if;
  end if;

  if v_may_change and v_action = 'update' then
    -- a refinement keeps the rank of the memory that it replaces
    p_candidate := p_candidate || jsonb_build_object(
      'priority', public.devai__higher_priority(v_target.priority, p_candidate ->> 'priority'),
      'importance', greatest(v_target.importance, (p_candidate ->> 'importance')::integer),
      'pinned', v_target.pinned);
    if v_target.category in ('plan', 'task', 'component') and p_candidate ->> 'category' = v_target.category then
      p_candidate := jsonb_set(p_candidate, '{metadata}',
        (v_target.metadata - array['note', 'completedAt', 'disputes']) || (p_candidate -> 'metadata'));
    end if;
    if v_target.metadata ->> 'requested' = 'true' then
      p_candidate := jsonb_set(p_candidate, '{metadata,requested}', 'true');
    end if;
  end if;
  select * into v_added from public.devai__add_candidate(p_candidate, coalesce(v_refusal, v_reason), v_actor);
  if v_refusal is not null and v_added.memory_id <> v_target.id then
    perform public.devai__record_event(v_target.id, 'disputed', v_refusal, v_actor, v_target, v_target);
    return jsonb_build_object('action', 'refused', 'memoryId', v_added.memory_id, 'previousId', v_target.id, 'reason', v_refusal);
  end if;
  if v_may_change and v_target.id <> v_added.memory_id then
    perform public.devai__end_memory(v_target.id, case v_action when 'update' then 'superseded' else 'invalidated' end,
      v_added.memory_id, v_reason, v_actor);
    return jsonb_build_object('action', case v_action when 'update' then 'updated' else 'contradicted' end,
      'memoryId', v_added.memory_id, 'previousId', v_target.id, 'reason', v_reason);
  end if;
  return jsonb_build_object('action', case when v_added.is_new then 'added' else 'known' end,
    'memoryId', v_added.memory_id, 'previousId', null, 'reason', v_reason);
end $$;
