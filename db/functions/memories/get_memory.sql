-- One memory with its strength now, valid or not; null if there is none.
create or replace function public.devai_get_memory(p_user text, p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (select public.devai__memory_json(m, public.devai__now()) from public.devai_memories m
    where m.id = p_id and public.devai__is_readable(m.scope));
end $$;
