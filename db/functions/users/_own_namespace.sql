-- The stored form of a namespace for the user of this transaction (devai__namespace_for).
create or replace function public.devai__own_namespace(p_namespace text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return public.devai__namespace_for(coalesce(public.devai__user(), 'me'), p_namespace);
end $$;
