-- internal
-- What was forgotten elsewhere: kept, so that a copy of it is not taken. A memory that is here stays. Returns how many were added.
create or replace function public.devai_import_tombstones(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_added integer;
begin
  insert into public.devai_memory_events (memory_id, at, action, reason, actor_kind, actor_id, before, after)
  select r.memory_id, r.at, 'forgotten', r.reason, r.actor_kind, r.actor_id, null, null
  from jsonb_populate_recordset(null::public.devai_memory_events, p_rows) r
  where not exists (select from public.devai_memories m where m.id = r.memory_id)
    and not exists (select from public.devai_memory_events e where e.memory_id = r.memory_id and e.action = 'forgotten');
  get diagnostics v_added = row_count;
  return v_added;
end $$;
