-- The memories that must be forgotten together with p_id, in the order in which to forget them before it: those that were merged with it
-- or into it, those that it summarises, and every summary by consolidation of one of these. The other parts of such a summary are not
-- included, because forgetting the summary restores them.
create or replace function public.devai_list_told_with(p_user text, p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    with recursive told as (
      select p_id as id
      union
      select o.id from told t cross join lateral (
        select m.id from public.devai_memories m
        where m.superseded_by = t.id
          and (public.devai__was_merged(m.id) or (public.devai__is_consolidated(t.id) and public.devai__was_joined(m.id)))
        union all
        select m.superseded_by from public.devai_memories m
        where m.id = t.id and public.devai__is_consolidated(m.superseded_by) and public.devai__was_merged(m.id)
      ) o
    ), written as (
      select t.id from told t
      union
      select m.superseded_by from written w join public.devai_memories m on m.id = w.id
      where public.devai__is_consolidated(m.superseded_by) and public.devai__was_joined(m.id)
    ), above as (
      select p_id as id, 0 as height
      union
      select m.superseded_by, a.height + 1 from above a join public.devai_memories m on m.id = a.id
      where m.superseded_by is not null and a.height < 100
    )
    -- successors come last, the nearest first, so that after a crash the rest can still be found from p_id
    select coalesce(jsonb_agg(w.id order by coalesce(a.height, 0), w.id), '[]')
    from written w left join (select id, min(height) as height from above group by id) a on a.id = w.id
    join public.devai_memories m on m.id = w.id and public.devai__is_readable(m.scope)
    where w.id <> p_id
  );
end $$;
