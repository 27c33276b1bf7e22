-- Erases what belongs to a user, at most p_limit sessions or p_limit memories in one call: repeat it until `done`. First the user's jobs and
-- sessions go, with messages and contexts (devai__erase_sessions), then the memories of the user's branch with their history, then topics,
-- documents and shared entries. What projects learned from the user stays, without quotes. The ledger keeps its sums, and the table of
-- users the moment under a hash of the user, so that no import brings back what is older. Idempotent.
--
-- Returns { sessions, messages, memories, documents, done }: what this call erased.
create or replace function public.devai_erase_user(p_user text, p_actor jsonb, p_limit integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_erased constant text := public.devai__erased_user(v_user);
  -- the user's branch, and what agents keep for themselves with this user
  v_scopes constant text[] := public.devai__own_scope('devai/user') || array(
    with recursive scope as (
      (select m.scope from public.devai_memories m where m.scope >= 'devai/agent/' order by m.scope limit 1)
      union all
      select (select m.scope from public.devai_memories m where m.scope > s.scope order by m.scope limit 1)
      from scope s where s.scope ^@ 'devai/agent/'
    )
    select s.scope from scope s where s.scope ^@ 'devai/agent/' and public.devai__owner_of(s.scope) = v_user);
  v_sessions uuid[];
  v_memories uuid[];
  v_id uuid;
  v_messages integer := 0;
  v_documents integer := 0;
  v_keys text[];
begin
  delete from public.devai_users u where u.id = v_user;
  insert into public.devai_users (id, erased_at) values (v_erased, public.devai__now())
  on conflict (id) do update set erased_at = excluded.erased_at;
  delete from public.devai_jobs j where j.user_id = v_user and (j.kind in ('extract', 'deduplicate') or v_user <> 'me');
  v_sessions := array(select s.id from public.devai_sessions s where s.user_id = v_user order by s.id limit p_limit);
  if v_sessions <> '{}' then
    perform public.devai__lock_sessions(v_sessions);
    perform public.devai__lock_scopes(array(
      select m.scope from public.devai_memories m where m.id = any(public.devai__told_by_sessions(v_sessions))));
    v_keys := array(select m.session_id || '/' || m.number from public.devai_messages m where m.session_id = any(v_sessions));
    v_messages := cardinality(v_keys);
    update public.devai_usage u set session_id = null, job_id = null, user_id = null where u.session_id = any(v_sessions);
    perform public.devai__erase_sessions(v_sessions, p_actor);
    perform public.devai__erase_from_contexts(v_keys || array(
      select k.kind || own.id from unnest(v_sessions) as own(id) cross join unnest('{summary/,gist/,state/}'::text[]) as k(kind)));
    return jsonb_build_object('sessions', cardinality(v_sessions), 'messages', v_messages, 'memories', 0, 'documents', 0, 'done', false);
  end if;

  perform public.devai__lock_scopes(v_scopes);
  v_memories := array(select m.id from public.devai_memories m where m.scope = any(v_scopes) order by m.id limit p_limit);
  if v_memories <> '{}' then
    perform public.devai__lock_memories(v_memories);
    update public.devai_memory_events e set reason = '[forgotten]'
    where e.memory_id in (select m.id from public.devai_memories m where m.superseded_by = any(v_memories));
    update public.devai_memories m set superseded_by = null, invalidated_reason = '[forgotten]' where m.superseded_by = any(v_memories);
    delete from public.devai_memory_events e where e.memory_id = any(v_memories);
    delete from public.devai_memories m where m.id = any(v_memories);
    perform public.devai__erase_from_contexts(v_memories::text[]);
    foreach v_id in array v_memories loop
      perform public.devai__record_forgotten(v_id, 'its user was erased', p_actor, v_user);
    end loop;
    return jsonb_build_object('sessions', 0, 'messages', 0, 'memories', cardinality(v_memories), 'documents', 0, 'done', false);
  end if;

  update public.devai_usage u set user_id = null where u.user_id = v_user;
  -- of memories that the user gave to a project
  delete from public.devai_memory_events e where e.user_id = v_user and e.action <> 'forgotten';
  delete from public.devai_recent_topics t where t.user_id = v_user;
  perform public.devai__erase_from_contexts(array(
    select 'documents/' || c.id from public.devai_chunks c
    join public.devai_documents d on d.id = c.document_id where d.project = public.devai__own_project()));
  delete from public.devai_documents d where d.project = public.devai__own_project();
  get diagnostics v_documents = row_count;
  perform public.devai__erase_shared(array(
    select s.position from public.devai_shared s where public.devai__owner_of(s.scope) = v_user), '{}', '{}');
  -- whoever still holds messages of an erased session has to see that it was
  update public.devai_memory_events e set user_id = null where e.user_id = v_user;
  return jsonb_build_object('sessions', 0, 'messages', 0, 'memories', 0, 'documents', v_documents, 'done', true);
end $$;
