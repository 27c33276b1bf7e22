-- How full a project is: { memories, characters, budget, left }. memories and characters count valid memories. budget is the project's own
-- setting, or null. left is what its last consolidation stored (devai_finish_consolidation), or null.
create or replace function public.devai_measure_memories(p_project text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('memories', count(*), 'characters', coalesce(sum(char_length(m.content)), 0),
      'budget', (select p.settings -> 'memoryBudget' from public.devai_projects p where p.id = p_project),
      'left', (select s.value from public.devai_settings s where s.key = 'consolidated:' || p_project))
    from public.devai_memories m where m.scope = 'devai/project/' || p_project and m.is_valid
  );
end $$;
