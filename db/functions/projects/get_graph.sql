-- The memories of a scope and their relations: { nodes: [{ id, title, content, category, status, importance, degree }], edges: [{
-- from, kind, to }], truncated }. Contains only valid, unexpired, not faded memories, at most p_limit: those with the most relations first,
-- then the most important. content is cut to 200 characters. Edges connect these nodes; a superseded end is replaced by its successor.
-- degree counts all relations within the scope. Raises invalid_input for a limit outside 1 to 5,000.
create or replace function public.devai_get_graph(p_user text, p_scope text, p_limit integer) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
begin
  p_scope := public.devai__own_scope(p_scope);
  if p_limit is null or p_limit not between 1 and 5000 then
    raise exception using errcode = '22DV1', message = 'limit: must be 1 to 5,000';
  end if;
  return (
    with written as materialized (
      select case when a.is_valid then a.id else public.devai__valid_successor(a.id) end as from_id, r.kind,
        case when b.is_valid then b.id else public.devai__valid_successor(b.id) end as to_id
      from public.devai_memory_relations r
      join public.devai_memories a on a.id = r.from_id and a.scope = p_scope
      join public.devai_memories b on b.id = r.to_id and b.scope = p_scope
    ), present as materialized (
      select m.id, m.title, m.content, m.category, m.metadata ->> 'status' as status, m.importance, m.created_at
      from public.devai_memories m
      where m.scope = p_scope and m.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
    ), edge as materialized (
      select distinct w.from_id, w.kind, w.to_id
      from written w join present f on f.id = w.from_id join present t on t.id = w.to_id
      where w.from_id <> w.to_id
    ), degree as (
      select e.id, count(*)::integer as degree
      from (select from_id as id from edge union all select to_id from edge) e group by e.id
    ), node as materialized (
      select p.*, coalesce(d.degree, 0) as degree, row_number() over (
        order by coalesce(d.degree, 0) desc, p.importance desc, p.created_at desc, p.id) as place
      from present p left join degree d on d.id = p.id
      order by place
      limit p_limit
    )
    select json_build_object(
      'nodes', (
        select coalesce(json_agg(json_build_object('id', n.id, 'title', n.title, 'content', left(n.content, 200),
          'category', n.category, 'status', case when n.category = 'task' then coalesce(n.status, 'todo') end,
          'importance', n.importance, 'degree', n.degree) order by n.place), '[]') from node n),
      'edges', (
        select coalesce(json_agg(json_build_object('from', e.from_id, 'kind', e.kind, 'to', e.to_id)
          order by e.from_id, e.kind, e.to_id), '[]')
        from edge e join node f on f.id = e.from_id join node t on t.id = e.to_id),
      'truncated', (select count(*) from present) > p_limit)
  );
end $$;
