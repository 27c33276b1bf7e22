-- What the prompts of a session contain beside its messages: { state, choices, pinned, planned, standing }. `pinned` are the memories that
-- the user pinned for the session and that are in p_scopes, valid and not expired, in the order of pinning. `planned` are those that every
-- prompt of the project shows (devai__planned), `standing` those that every prompt may show (devai_list_standing), without the pinned and
-- the excluded ones. A session that does not exist has only the planned and the standing ones, and without scopes it is null. Raises
-- conflict if it is of another project than p_scopes.
create or replace function public.devai_get_session_context(p_user text, p_session_id uuid, p_scopes text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_scopes constant text[] := public.devai__own_scopes(p_scopes);
  v_scope text := (select w.scope from unnest(p_scopes) as w(scope) where w.scope ^@ 'devai/project/' limit 1);
  v_project text := substr(v_scope, length('devai/project/') + 1);
begin
  -- without scopes, only the choices matter
  perform public.devai__require_project(s, v_project) from public.devai_sessions s
  where s.id = p_session_id and s.user_id = v_user and p_scopes <> '{}';
  return (
    select jsonb_build_object('state', coalesce(s.state, '{}'), 'choices', coalesce(s.choices, '{}'), 'pinned', coalesce((
      select jsonb_agg(public.devai__memory_json(m, v_now) order by p.position)
      from jsonb_array_elements_text(s.choices -> 'pinned') with ordinality as p(id, position)
      join public.devai_memories m on m.id = p.id::uuid
      where m.scope = any(v_scopes) and m.is_valid and (m.expires_at is null or m.expires_at > v_now)), '[]'),
      'planned', public.devai__planned(v_scope),
      'standing', public.devai_list_standing(p_user, p_scopes, array(
        select c.id::uuid from (values (s.choices -> 'pinned'), (s.choices -> 'excluded')) as l(list)
        cross join lateral jsonb_array_elements_text(l.list) as c(id))))
    from (values (1)) as one
    left join public.devai_sessions s on s.id = p_session_id and s.user_id = v_user
    where s.id is not null or p_scopes <> '{}');
end $$;
