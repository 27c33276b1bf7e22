-- Records a change in the history of a memory, with the memory before and after (null: without its text). p_actor: { kind, id }.
-- The event belongs to the user whose memory it was before or is after; that of a shared memory to nobody. Raises invalid_input without a
-- reason or an actor.
create or replace function public.devai__record_event(
  p_memory_id uuid, p_action text, p_reason text, p_actor jsonb, p_before public.devai_memories, p_after public.devai_memories
) returns void
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
begin
  if p_reason is null or coalesce(p_actor ->> 'kind' not in ('session', 'job', 'user', 'agent'), true) then
    raise exception using errcode = '22DV1',
      message = 'a change needs a reason and an actor (session, job, user or agent)';
  end if;
  insert into public.devai_memory_events (memory_id, user_id, at, action, reason, actor_kind, actor_id, before, after)
  values (p_memory_id, coalesce(public.devai__user_of(p_before.scope), public.devai__user_of(p_after.scope)), v_now, p_action, p_reason, p_actor ->> 'kind', p_actor ->> 'id',
    case when p_before.id is not null then public.devai__memory_json(p_before, v_now) - 'contentHash' || jsonb_build_object('evidence', p_before.evidence) end,
    case when p_after.id is not null then public.devai__memory_json(p_after, v_now) - 'contentHash' || jsonb_build_object('evidence', p_after.evidence) end);
end $$;
