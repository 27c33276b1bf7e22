-- The stored form of a scope for the user of this transaction (devai__scope_for).
create or replace function public.devai__own_scope(p_scope text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return public.devai__scope_for(coalesce(public.devai__user(), 'me'), p_scope);
end $$;
