-- Keeps the id that the host gave a user whose stored form is another, unless it is known. Returns whether it was kept now. Idempotent.
create or replace function public.devai_name_user(p_user text, p_name text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  insert into public.devai_users (id, name) values (v_user, p_name)
  on conflict (id) do update set name = excluded.name where devai_users.name is null;
  return to_jsonb(found);
end $$;
