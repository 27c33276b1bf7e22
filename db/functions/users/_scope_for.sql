-- The stored form of a scope that one user has for themselves: the user's branch of memories, what an agent keeps for itself, what was said, gists, documents of no project.
-- The user `me` has the scope itself, any other a scope of their own, which ends in @ and the user. Scopes that users share stay as they
-- are. Raises invalid_input for a scope that names a user.
create or replace function public.devai__scope_for(p_user text, p_scope text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if strpos(p_scope, '@') > 0 then
    raise exception using errcode = '22DV1', message = 'scope: cannot name a user';
  end if;
  return case when p_user <> 'me' and (p_scope in ('devai/user', 'document/') or p_scope ^@ 'devai/agent/' or p_scope ^@ 'said/' or p_scope ^@ 'gist/')
    then p_scope || '@' || p_user else p_scope end;
end $$;
