-- The memories of some scopes that every prompt may show, whatever is asked, as an array: of each of the categories profile, preference
-- and rule the first 40, in this order: what the user stated first, then by importance, then the newest; and at the end the first 40 of
-- no other category that the user asked to remember (`requested` in the metadata). Only valid, unexpired, not
-- faded memories whose trust is neither `tool` nor `other`, without those of p_except. Strength and accesses do not count, so the order changes only
-- with the memories, and prompts keep the same beginning. Each category of each scope is read from its index.
create or replace function public.devai_list_standing(p_user text, p_scopes text[], p_except uuid[]) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
begin
  return (
    with scopes as (select distinct w.scope from unnest(public.devai__own_scopes(p_scopes)) as w(scope)),
    listed as (
      select c.place, o.id, o.is_stated
      from unnest(array['profile', 'preference', 'rule']) with ordinality as c(category, place)
      cross join lateral (
        select f.id, f.is_stated
        from scopes s
        cross join lateral (
          select n.id, n.importance, n.created_at, (n.trust = 'user' or n.source = 'user_stated') as is_stated
          from public.devai_memories n
          where n.scope = s.scope and n.category = c.category
            and n.is_valid and n.trust <> 'tool' and n.trust <> 'other' and n.category in ('profile', 'preference', 'rule')
            and n.fades_at > v_now and (n.expires_at is null or n.expires_at > v_now)
            and n.id <> all(p_except)
          order by (n.trust = 'user' or n.source = 'user_stated') desc, n.importance desc, n.created_at desc, n.id limit 40) as f
        order by f.is_stated desc, f.importance desc, f.created_at desc, f.id limit 40) as o
      union all
      (select 4, f.id, true
      from scopes s
      cross join lateral (
        select n.id, n.importance, n.created_at
        from public.devai_memories n
        where n.scope = s.scope and n.is_valid and n.category = 'other' and n.trust = 'user' and n.metadata ->> 'requested' = 'true'
          and n.fades_at > v_now and (n.expires_at is null or n.expires_at > v_now)
          and n.id <> all(p_except)
        order by n.importance desc, n.created_at desc, n.id limit 40) as f
      order by f.importance desc, f.created_at desc, f.id limit 40))
    select coalesce(jsonb_agg(public.devai__memory_json(m, v_now)
      order by l.place, l.is_stated desc, m.importance desc, m.created_at desc, m.id), '[]')
    from listed l
    join public.devai_memories m on m.id = l.id);
end $$;
