-- The user who alone reads the memories of a scope: of the user's branch, and of what an agent keeps for itself. Null if it is shared.
create or replace function public.devai__user_of(p_scope text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_scope ^@ 'devai/user' or p_scope ^@ 'devai/agent/' then public.devai__owner_of(p_scope) end;
end $$;
