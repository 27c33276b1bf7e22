-- Removes the relations that a job made (`relations` in its result), if they still exist. Returns the ids of the memories that lose one.
create or replace function public.devai__unrelate_job(p_job public.devai_jobs, p_actor jsonb, p_reason text) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  v_gone record;
  v_ids uuid[] := '{}';
begin
  for v_gone in
    delete from public.devai_memory_relations r
    using jsonb_array_elements(p_job.result -> 'applied') as a(one)
    cross join lateral jsonb_array_elements(coalesce(a.one -> 'relations', '[]')) as n(relation)
    where r.from_id = (n.relation ->> 'fromId')::uuid and r.kind = n.relation ->> 'kind' and r.to_id = (n.relation ->> 'toId')::uuid
    returning r.from_id, r.kind, r.to_id
  loop
    perform public.devai__record_event(v_gone.from_id, 'unrelated', format('%s %s (%s)', v_gone.kind, v_gone.to_id, p_reason),
      p_actor, null, null);
    v_ids := v_ids || v_gone.from_id;
  end loop;
  return array(select distinct i.id from unnest(v_ids) as i(id));
end $$;
