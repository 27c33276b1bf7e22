-- Creates the relations that candidates name ([{ kind, to }]; `to` is the id of a memory or of another candidate) between the memories that
-- now hold the statements. p_applied is an array of devai__apply_decision's results with `candidate`. Returns it with the relations that
-- are new as `relations` ([{ kind, fromId, toId }]). Skips relations to a memory that is gone, to the same memory, to another project,
-- and from or to a refused candidate.
create or replace function public.devai__relate_candidates(p_candidates jsonb, p_applied jsonb, p_actor jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_relation record;
begin
  for v_relation in
    with row_of as (
      select (a.one ->> 'candidate')::integer as index, p_candidates -> (a.one ->> 'candidate')::integer as candidate,
        case when a.one ->> 'action' <> 'refused' then public.devai__valid_successor((a.one ->> 'memoryId')::uuid) end as memory_id,
        a.place
      from jsonb_array_elements(p_applied) with ordinality as a(one, place)
    )
    select distinct f.place - 1 as place, f.memory_id as from_id, r.one ->> 'kind' as kind, t.id as to_id
    from row_of f
    cross join lateral jsonb_array_elements(coalesce(f.candidate -> 'relations', '[]')) as r(one)
    left join row_of o on o.candidate ->> 'id' = r.one ->> 'to'
    join public.devai_memories s on s.id = f.memory_id
    join public.devai_memories t on t.id = case when o.index is not null then o.memory_id
      else public.devai__valid_successor((r.one ->> 'to')::uuid) end
    where t.id <> s.id and not public.devai__are_two_projects(s.scope, t.scope)
    order by 1, 3, 4
  loop
    if public.devai__relate(v_relation.from_id, v_relation.kind, v_relation.to_id, p_actor) then
      p_applied := jsonb_set(p_applied, array[v_relation.place::text, 'relations'],
        coalesce(p_applied #> array[v_relation.place::text, 'relations'], '[]') || jsonb_build_object(
          'fromId', v_relation.from_id, 'kind', v_relation.kind, 'toId', v_relation.to_id));
    end if;
  end loop;
  return p_applied;
end $$;
