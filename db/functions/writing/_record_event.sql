-- Enters a change of a memory in its history. Raises invalid_input without a reason or an actor.
create or replace function public.devai__record_event(
  p_memory_id uuid, p_action text, p_reason text, p_actor_kind text, p_actor_id text, p_before jsonb, p_after jsonb
) returns void
language plpgsql set search_path = '' as $$
begin
  if p_reason is null or coalesce(p_actor_kind not in ('session', 'job', 'user', 'agent'), true) then
    raise exception using errcode = '22DV1',
      message = 'a change needs a reason and an actor (session, job, user or agent)';
  end if;
  insert into public.devai_memory_events (memory_id, at, action, reason, actor_kind, actor_id, before, after)
  values (p_memory_id, public.devai__now(), p_action, p_reason, p_actor_kind, p_actor_id, p_before, p_after);
end $$;
