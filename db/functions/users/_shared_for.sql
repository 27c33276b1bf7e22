-- The stored form of a scope of shared entries: agents share values with the agents of the same user only (compare devai__scope_for).
create or replace function public.devai__shared_for(p_user text, p_scope text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return split_part(public.devai__scope_for(p_user, p_scope), '@', 1) || case when p_user <> 'me' then '@' || p_user else '' end;
end $$;
