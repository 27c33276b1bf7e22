-- Stores one statement at once and, if it is new, the job that deduplicates it, in one transaction. p_parts ({ sessionId, number,
-- part }) names the parts of messages that contain it; they are marked as taken, so that no extraction stores them again. p_relations
-- ([{ kind, to }]) lead from the stored memory to memories in p_scopes. Returns { memory, action }: `added`, or `known` if the same text
-- was valid in its scope, in which case that memory is strengthened. Of concurrent calls one adds. Raises invalid_input.
create or replace function public.devai_remember(
  p_user text, p_statement jsonb, p_actor jsonb, p_reason text, p_parts jsonb, p_relations jsonb, p_scopes text[]
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_statement constant jsonb := public.devai__filed_namespaces(jsonb_build_array(p_statement)) -> 0;
  v_scopes constant text[] := public.devai__own_scopes(p_scopes);
  v_scope text := public.devai__scope_of(v_statement ->> 'namespace');
  v_relation record;
  v_added record;
begin
  perform public.devai__refuse_anothers_session((p_statement ->> 'sessionId')::uuid);
  perform public.devai__refuse_anothers_session((e.item ->> 'sessionId')::uuid)
  from jsonb_array_elements(p_parts || coalesce(p_statement -> 'evidence', '[]')) as e(item);
  perform public.devai__lock_sessions(array(
    select (p.part ->> 'sessionId')::uuid from jsonb_array_elements(p_parts) as p(part)));
  perform public.devai__lock_scopes(array[v_scope]);
  perform public.devai__lock_memories(array(
    select (r.one ->> 'to')::uuid from jsonb_array_elements(p_relations) as r(one)
    union
    select m.id from public.devai_memories m
    where m.scope = v_scope and m.content_hash = p_statement ->> 'contentHash' and m.is_valid));
  for v_relation in
    select r.one ->> 'to' as id from jsonb_array_elements(p_relations) as r(one)
    where not exists (select from public.devai_memories m where m.id = (r.one ->> 'to')::uuid and m.scope = any(v_scopes))
  loop
    raise exception using errcode = '22DV1', message = format('relations: there is no memory %s', v_relation.id);
  end loop;
  select * into v_added from public.devai__add_candidate(v_statement, p_reason, p_actor);
  perform public.devai__mark_messages(p_parts, 'taken', v_added.memory_id);
  if v_added.is_new then
    perform public.devai__enqueue_job('deduplicate', v_added.memory_id::text,
      jsonb_build_object('memoryId', v_added.memory_id), public.devai__now());
  end if;
  perform public.devai__relate(v_added.memory_id, r.one ->> 'kind', (r.one ->> 'to')::uuid, p_actor)
  from jsonb_array_elements(p_relations) as r(one);
  return jsonb_build_object('memory', public.devai_get_memory(p_user, v_added.memory_id),
    'action', case when v_added.is_new then 'added' else 'known' end);
end $$;
