-- The user of a stored scope of one user (devai__scope_for, devai__shared_for).
create or replace function public.devai__owner_of(p_scope text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(nullif(split_part(split_part(p_scope, '@', 2), '/', 1), ''), 'me');
end $$;
