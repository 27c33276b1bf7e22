-- internal
-- Sessions without their messages. One that is here stays as it is. Returns how many were added.
create or replace function public.devai_import_sessions(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_added integer;
begin
  insert into public.devai_sessions
  select s.* from jsonb_populate_recordset(null::public.devai_sessions, p_rows) s
  on conflict do nothing;
  get diagnostics v_added = row_count;
  return v_added;
end $$;
