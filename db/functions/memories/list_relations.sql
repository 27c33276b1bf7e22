-- The relations of a memory: an array of { fromId, kind, toId, direction ('to' others or 'from' them), memory }, oldest first.
-- Includes relations of earlier versions (memories that this one supersedes). The other side is shown as its valid successor, or
-- else as it is; of a summary, an archived part as it is. p_scopes limits which other memories are shown; null: all that the user may read.
create or replace function public.devai_list_relations(p_user text, p_id uuid, p_scopes text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
begin
  p_scopes := public.devai__own_scopes(p_scopes);
  perform from public.devai_memories m where m.id = p_id and not public.devai__is_readable(m.scope);
  if found then
    return '[]';
  end if;
  return (
    with recursive version as (
      select p_id as id
      union
      select m.id from public.devai_memories m join version v on m.superseded_by = v.id
    ), related as (
      select r.*, 'to' as direction, r.to_id as other_id
      from public.devai_memory_relations r where r.from_id in (select id from version)
      union all
      select r.*, 'from', r.from_id
      from public.devai_memory_relations r where r.to_id in (select id from version)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'fromId', r.from_id, 'kind', r.kind, 'toId', r.to_id, 'direction', r.direction,
        'memory', public.devai__memory_json(m, v_now))
      order by r.created_at, r.from_id, r.kind, r.to_id), '[]')
    from related r
    join public.devai_memories o on o.id = r.other_id
    join public.devai_memories m on m.id = case when r.kind = 'part_of' and o.archived then o.id
      else coalesce(public.devai__valid_successor(o.id), o.id) end
    where (m.scope = any(p_scopes) or (p_scopes is null and public.devai__is_readable(m.scope)))
      and ((r.kind = 'part_of' and m.archived) or m.id not in (select id from version))
  );
end $$;
