-- A session and those of the tasks that it delegated, and so on. Empty if it does not exist.
create or replace function public.devai__session_with_tasks(p_session_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with recursive own as (
      select s.id from public.devai_sessions s where s.id = p_session_id
      union
      select s.id from public.devai_sessions s join own o on s.parent_session = o.id
    )
    select o.id from own o);
end $$;
