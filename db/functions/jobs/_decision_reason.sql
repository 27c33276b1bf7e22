-- The reason of a decision. It may quote the compared memories, so it is replaced if one of them was forgotten meanwhile.
create or replace function public.devai__decision_reason(p_decision jsonb, p_memory_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when exists (
    select from public.devai_memory_events e
    where e.memory_id in ((p_decision ->> 'targetId')::uuid, p_memory_id) and e.action = 'forgotten'
  ) then 'what it was compared with was forgotten' else p_decision ->> 'reason' end;
end $$;
