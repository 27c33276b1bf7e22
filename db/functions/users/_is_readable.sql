-- Whether the user of this transaction may read memories of a scope: all but those of another user.
create or replace function public.devai__is_readable(p_scope text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(public.devai__user_of(p_scope) = public.devai__user(), true);
end $$;
