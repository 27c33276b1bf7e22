-- How full a project is: { memories (valid ones), characters, budget (as the project sets it, else null), left (what its last consolidation
-- left, as that stored it, else null) }.
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
