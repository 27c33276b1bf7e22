-- The stored form of a scope of shared entries for the user of this transaction (devai__shared_for).
create or replace function public.devai__own_shared(p_scope text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return public.devai__shared_for(coalesce(public.devai__user(), 'me'), p_scope);
end $$;
