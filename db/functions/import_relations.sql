-- internal
-- Relations between memories that are here. Returns how many were added.
create or replace function public.devai_import_relations(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_added integer;
begin
  insert into public.devai_memory_relations (from_id, kind, to_id, created_at)
  select r.from_id, r.kind, r.to_id, r.created_at
  from jsonb_populate_recordset(null::public.devai_memory_relations, p_rows) r
  join public.devai_memories a on a.id = r.from_id
  join public.devai_memories b on b.id = r.to_id
  where a.scope = b.scope or not (a.scope like 'devai/project/%' and b.scope like 'devai/project/%')
  on conflict do nothing;
  get diagnostics v_added = row_count;
  return v_added;
end $$;
