-- The users with something in the store, by id after p_after: an array of { user, name, sessions, messages, memories, documents,
-- lastActiveAt }. name is the id that the host gave, where the stored one is another. memories are the valid ones of the user's branch.
create or replace function public.devai_list_users(p_after text, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
begin
  return (
    with recursive owner as (
      (select s.user_id as id from public.devai_sessions s where s.user_id > p_after order by s.user_id limit 1)
      union all
      select (select s.user_id from public.devai_sessions s where s.user_id > o.id order by s.user_id limit 1) from owner o where o.id is not null
    ), scope as (
      (select m.scope from public.devai_memories m where m.scope >= 'devai/user' order by m.scope limit 1)
      union all
      select (select m.scope from public.devai_memories m where m.scope > s.scope order by m.scope limit 1)
      from scope s where s.scope ^@ 'devai/user'
    ), known as (
      select o.id from owner o where o.id is not null
      union select public.devai__owner_of(s.scope) from scope s where s.scope ^@ 'devai/user'
      union select public.devai__owner_of(d.project) from public.devai_documents d where d.project = '' or d.project ^@ '@'
      union select public.devai__owner_of(h.scope) from public.devai_shared h
      union select t.user_id from public.devai_recent_topics t
    )
    select coalesce(jsonb_agg(one.row order by one.id), '[]')
    from (
      select k.id, jsonb_build_object('user', k.id, 'name', u.name, 'sessions', s.sessions, 'messages', s.messages,
        'memories', (select count(*) from public.devai_memories m where m.scope = public.devai__scope_for(k.id, 'devai/user')
          and m.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)),
        'documents', (select count(*) from public.devai_documents d
          where d.project = substr(public.devai__scope_for(k.id, 'document/'), length('document/') + 1)),
        'lastActiveAt', s.last_active_at) as row
      from known k
      left join public.devai_users u on u.id = k.id
      cross join lateral (
        select count(*) as sessions, coalesce(sum(s.message_count), 0) as messages, max(s.last_active_at) as last_active_at
        from public.devai_sessions s where s.user_id = k.id) s
      where k.id > p_after
      order by k.id limit p_limit
    ) one);
end $$;
