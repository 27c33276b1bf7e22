-- Names a project that has no name yet, and creates its row if it has none. Returns whether it did. Raises invalid_input.
create or replace function public.devai_name_project(p_id text, p_name text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
begin
  insert into public.devai_projects as p (id, name, created_at, updated_at) values (p_id, p_name, v_now, v_now)
  on conflict (id) do update set name = excluded.name, updated_at = excluded.updated_at where p.name is null;
  return to_jsonb(found);
exception
  when check_violation then
    raise exception using errcode = '22DV1', message = 'name: needs 1 to 200 characters';
end $$;
