-- The memories directly related to p_ids that a reader of p_scopes may see now (valid, unexpired, not faded): an array of { ofId, kind,
-- direction ('to' the other or 'from' it), id, memory }, ordered for each id by the place of the kind in p_kinds, then by importance. An
-- entry that leads to one of p_ids comes without `memory`, because the caller has it. Of the others at most p_limit for each id and 15 ×
-- p_limit in all are returned, the best of each id before the second best. Never returns p_exclude.
--
-- Includes the relations of earlier versions (memories that these supersede); the other side is its valid successor. Two memories that
-- are related in several ways appear once, in the first of these ways. Reads only the newest 100 relations of a memory, so that the cost of
-- a hub is bounded.
create or replace function public.devai_list_related(
  p_user text, p_ids uuid[], p_scopes text[], p_kinds text[], p_exclude uuid[], p_limit integer
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_most constant integer := 100;
  v_now timestamptz := public.devai__now();
begin
  p_scopes := public.devai__own_scopes(p_scopes);
  return (
    with recursive version as (
      select i.id as of_id, i.id, i.of_place from unnest(p_ids) with ordinality as i(id, of_place)
      union
      select v.of_id, m.id, v.of_place from version v join public.devai_memories m on m.superseded_by = v.id
    ), edge as materialized (
      select v.of_id, v.of_place, e.*
      from version v
      cross join lateral (
        select * from (
          (select r.kind, 'to' as direction, r.to_id as id, r.created_at
            from public.devai_memory_relations r where r.from_id = v.id order by r.created_at desc, r.to_id limit v_most)
          union all
          (select r.kind, 'from', r.from_id, r.created_at
            from public.devai_memory_relations r where r.to_id = v.id order by r.created_at desc, r.from_id limit v_most)
        ) either
        order by either.created_at desc, either.id
        limit v_most) e
    ), other as materialized (
      select e.of_id, e.of_place, e.kind, e.direction, m.*
      from edge e
      cross join lateral (
        select o.id, o.scope, o.is_valid, o.fades_at, o.expires_at, o.importance from public.devai_memories o where o.id = e.id limit 1
      ) m
    ), related as (
      select distinct on (m.of_id, m.id) m.of_id, m.of_place, m.kind, m.direction, m.id, m.importance,
        array_position(p_kinds, m.kind) as kind_place
      from (
        select * from other o where o.is_valid
        union all
        select o.of_id, o.of_place, o.kind, o.direction, s.id, s.scope, s.is_valid, s.fades_at, s.expires_at, s.importance
        from other o
        cross join lateral (
          select s.* from public.devai_memories s where s.id = public.devai__valid_successor(o.id) limit 1
        ) s
        where not o.is_valid
      ) m
      where m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
        and m.scope = any(p_scopes) and m.id <> m.of_id and not m.id = any(p_exclude)
      order by m.of_id, m.id, array_position(p_kinds, m.kind), m.direction desc
    ), placed as (
      select r.*, g.is_given,
        row_number() over (partition by r.of_id, g.is_given order by r.kind_place, r.importance desc, r.id) as place
      from related r
      cross join lateral (select r.id = any(p_ids) as is_given) g
    ), chosen as (
      (select p.* from placed p where p.is_given)
      union all
      (select p.* from placed p where not p.is_given and p.place <= p_limit order by p.place, p.of_place limit 15 * p_limit)
    )
    select coalesce(json_agg(case when c.is_given
        then json_build_object('ofId', c.of_id, 'kind', c.kind, 'direction', c.direction, 'id', c.id)
        else json_build_object('ofId', c.of_id, 'kind', c.kind, 'direction', c.direction, 'id', c.id,
          'memory', public.devai__memory_json_text(m, v_now)) end
      order by c.of_place, c.kind_place, c.importance desc, c.id), '[]')
    from chosen c
    cross join lateral (select m.* from public.devai_memories m where m.id = c.id limit 1) m
  );
end $$;
