-- A scope or namespace as users see it, without the user that its stored form names.
create or replace function public.devai__shown_scope(p_scope text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when strpos(p_scope, '@') > 0 then regexp_replace(p_scope, '@[^/]*', '') else p_scope end;
end $$;
