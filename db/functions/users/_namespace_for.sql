-- The stored form of a namespace for a user, in the branches that one user alone reads (devai__scope_for).
create or replace function public.devai__namespace_for(p_user text, p_namespace text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_namespace || '/' ^@ 'devai/user/'
    then public.devai__scope_for(p_user, 'devai/user') || substr(p_namespace, length('devai/user') + 1)
    when p_namespace ^@ 'devai/agent/' then public.devai__scope_for(p_user, public.devai__scope_of(p_namespace))
      || substr(p_namespace, length(public.devai__scope_of(p_namespace)) + 1)
    when p_namespace ^@ 'devai/user' then public.devai__scope_for(p_user, p_namespace) else p_namespace end;
end $$;
