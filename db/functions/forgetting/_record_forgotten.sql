-- Records that a memory, message or session was forgotten. p_owner: the user whose it was; null: it was shared.
create or replace function public.devai__record_forgotten(p_id uuid, p_reason text, p_actor jsonb, p_owner text) returns void
language plpgsql set search_path = '' as $$
begin
  perform public.devai__record_event(p_id, 'forgotten', p_reason, p_actor, null, null);
  update public.devai_memory_events e set user_id = p_owner where e.memory_id = p_id and e.action = 'forgotten';
end $$;
