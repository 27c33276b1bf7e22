-- Everything that happened to a memory, oldest first; also of a forgotten one, whose text is nowhere.
create or replace function public.devai_list_memory_events(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]')
    from public.devai_memory_events e
    where e.memory_id = p_id
  );
end $$;
