-- Whether consolidation wrote a memory, even if the memory was changed since.
create or replace function public.devai__is_consolidated(p_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.devai_memories m where m.id = p_id and m.source = 'consolidation')
    or exists (select from public.devai_memory_events e
      where e.memory_id = p_id and e.action = 'added' and e.after ->> 'source' = 'consolidation');
end $$;
