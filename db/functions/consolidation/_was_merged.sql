-- Whether a memory was ever merged into another.
create or replace function public.devai__was_merged(p_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.devai_memory_events e where e.memory_id = p_id and e.action = 'merged');
end $$;
