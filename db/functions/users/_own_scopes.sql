-- The stored forms of scopes (devai__own_scope), in their order. Null for null.
create or replace function public.devai__own_scopes(p_scopes text[]) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return case when p_scopes is not null then array(
    select public.devai__own_scope(s.scope) from unnest(p_scopes) with ordinality as s(scope, place) order by s.place) end;
end $$;
