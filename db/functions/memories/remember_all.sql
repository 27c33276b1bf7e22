-- Stores statements, in their order and in one transaction, each as devai_remember does: p_asked is an array of its other arguments,
-- { statement, actor, reason, parts, relations, scopes }. Returns an array of what it returns; { error: { sqlState, message } } for one
-- that is refused, which stores nothing of that one alone. Takes all locks first, in the usual order.
create or replace function public.devai_remember_all(p_user text, p_asked jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_outcomes jsonb := '[]';
  v_scopes text[];
  v_one jsonb;
begin
  select array_agg(public.devai__scope_of(s.one ->> 'namespace')) into v_scopes
  from jsonb_array_elements(public.devai__filed_namespaces(jsonb_path_query_array(p_asked, '$[*].statement'))) as s(one);
  perform public.devai__lock_sessions(array(
    select (p.part ->> 'sessionId')::uuid
    from jsonb_array_elements(p_asked) as a(one) cross join lateral jsonb_array_elements(a.one -> 'parts') as p(part)));
  perform public.devai__lock_scopes(v_scopes);
  perform public.devai__lock_memories(array(
    select (r.one ->> 'to')::uuid
    from jsonb_array_elements(p_asked) as a(one) cross join lateral jsonb_array_elements(a.one -> 'relations') as r(one)
    union
    select m.id from public.devai_memories m
    where m.scope = any(v_scopes) and m.is_valid
      and m.content_hash = any(array(select a.one -> 'statement' ->> 'contentHash' from jsonb_array_elements(p_asked) as a(one)))));
  for v_one in select a.one from jsonb_array_elements(p_asked) with ordinality as a(one, place) order by a.place loop
    begin
      v_outcomes := v_outcomes || public.devai_remember(p_user, v_one -> 'statement', v_one -> 'actor', v_one ->> 'reason',
        v_one -> 'parts', v_one -> 'relations', array(select jsonb_array_elements_text(v_one -> 'scopes')));
    exception when others then
      -- what is wrong with the statement, and not with the store
      if left(sqlstate, 2) not in ('22', '23') then
        raise;
      end if;
      v_outcomes := v_outcomes
        || jsonb_build_object('error', jsonb_build_object('sqlState', sqlstate, 'message', sqlerrm));
    end;
  end loop;
  return v_outcomes;
end $$;
