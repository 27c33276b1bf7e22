-- One memory with its strength now, valid or not; null if there is none.
create or replace function public.devai_get_memory(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select public.devai__memory_json(m, public.devai__now()) from public.devai_memories m where m.id = p_id);
end $$;
