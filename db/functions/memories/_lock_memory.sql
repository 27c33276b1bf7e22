-- Locks and returns a memory that the user may read; raises not_found.
create or replace function public.devai__lock_memory(p_id uuid) returns public.devai_memories
language plpgsql set search_path = '' as $$
declare
  v_memory public.devai_memories;
begin
  select * into v_memory from public.devai_memories where id = p_id and public.devai__is_readable(scope) for update;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no memory %s', p_id);
  end if;
  return v_memory;
end $$;
