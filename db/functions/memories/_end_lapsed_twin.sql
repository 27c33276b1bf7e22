-- Ends the memory with this text in this scope if it has expired or faded but is still marked valid, so that another memory with the
-- same text can become valid. Without this, the result would depend on whether the daily run came first. Spares p_but_not.
create or replace function public.devai__end_lapsed_twin(
  p_scope text, p_content_hash text, p_but_not uuid, p_actor jsonb
) returns void
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_lapsed public.devai_memories;
begin
  select * into v_lapsed
  from public.devai_memories m
  where m.scope = p_scope and m.content_hash = p_content_hash and m.is_valid and m.id is distinct from p_but_not
    and (m.fades_at <= v_now or m.expires_at <= v_now);
  if v_lapsed.expires_at <= v_now then
    perform public.devai__end_memory(v_lapsed.id, 'invalidated', null, 'expired', p_actor);
  elsif v_lapsed.id is not null then
    perform public.devai__end_memory(v_lapsed.id, 'pruned', null, 'decayed', p_actor);
  end if;
end $$;
