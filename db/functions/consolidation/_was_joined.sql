-- Whether a memory was ever merged into another, or archived in favour of a summary, rather than superseded by what says otherwise.
create or replace function public.devai__was_joined(p_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.devai_memory_events e where e.memory_id = p_id and e.action in ('merged', 'archived'));
end $$;
