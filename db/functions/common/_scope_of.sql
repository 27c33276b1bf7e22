-- The scope of a namespace: its first two segments, or three for a project or an agent. The same rule as the generated column
-- devai_memories.scope.
create or replace function public.devai__scope_of(p_namespace text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when split_part(p_namespace, '/', 2) in ('project', 'agent')
    then 'devai/' || split_part(p_namespace, '/', 2) || '/' || split_part(p_namespace, '/', 3)
    else 'devai/' || split_part(p_namespace, '/', 2)
  end;
end $$;
