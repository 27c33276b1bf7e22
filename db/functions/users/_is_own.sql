-- Whether something of p_owner belongs to the user of this transaction. Everything does if it has none.
create or replace function public.devai__is_own(p_owner text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_owner = public.devai__user(), true);
end $$;
