-- The scope of a namespace: its first two segments, or three of a project. The same rule as the generated column devai_memories.scope.
create or replace function public.devai__scope_of(p_namespace text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case split_part(p_namespace, '/', 2)
    when 'project' then 'devai/project/' || split_part(p_namespace, '/', 3)
    else 'devai/' || split_part(p_namespace, '/', 2)
  end;
end $$;
