-- Imports complete memories with their history. Skips a memory whose id exists, whose text is valid in its scope, or that was forgotten in
-- this store. Returns how many were added. Raises invalid_input and imports none.
create or replace function public.devai__import_memories(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_ids uuid[];
  v_column text;
begin
  p_rows := (
    select coalesce(jsonb_agg(r.row || jsonb_build_object('namespace', public.devai__namespace_for(
      coalesce(r.row ->> 'user_id', 'me'), r.row ->> 'namespace')) order by r.place), '[]')
    from jsonb_array_elements(p_rows) with ordinality as r(row, place)
    where not ((r.row ->> 'namespace' || '/' ^@ 'devai/user/' or r.row ->> 'namespace' ^@ 'devai/agent/') and public.devai__was_erased(r.row ->> 'user_id', (r.row ->> 'created_at')::timestamptz)));
  if p_rows @? '$[*] ? (@.trust == "tool" && @.priority == "highest")' then
    raise exception using errcode = '22DV1', message = 'priority: cannot be highest for a memory of trust tool';
  end if;
  perform public.devai__lock_scopes(array(
    select public.devai__scope_of(r.row ->> 'namespace') from jsonb_array_elements(p_rows) as r(row)));
  begin
    with added as (
      insert into public.devai_memories as m (id, content, title, embedding, embedding_model, content_hash, words, word_count,
        memory_type, category, namespace, priority, importance, source, tags, metadata, evidence, strength, access_count,
        last_accessed_at, pinned, trust, session_id, is_valid, invalidated_at, invalidated_reason, superseded_by,
        archived, expires_at, holds_from, holds_until, created_at, updated_at)
      select i.id, i.content, i.title, (r.row ->> 'vector')::extensions.vector::extensions.halfvec, i.embedding_model,
        i.content_hash, public.devai__tag_words(public.devai__scope_of(i.namespace), public.devai__text_array('words', r.row -> 'words')),
        jsonb_array_length(r.row -> 'words'), i.memory_type, i.category, i.namespace, i.priority, i.importance, i.source,
        public.devai__text_array('tags', r.row -> 'tags'), i.metadata, i.evidence, i.strength, i.access_count,
        i.last_accessed_at, i.pinned, i.trust, i.session_id, i.is_valid, i.invalidated_at, i.invalidated_reason, i.superseded_by,
        coalesce(i.archived, false), i.expires_at, i.holds_from, i.holds_until, i.created_at, i.updated_at
      from jsonb_array_elements(p_rows) as r(row)
      cross join lateral jsonb_populate_record(null::public.devai_memories, r.row - array['words', 'tags', 'vector', 'history']) i
      where not exists (select from public.devai_memory_events e where e.memory_id = i.id and e.action = 'forgotten')
      on conflict do nothing
      returning m.id
    )
    select array_agg(id) into v_ids from added;
  exception when not_null_violation or check_violation then
    get stacked diagnostics v_column = column_name;
    raise exception using errcode = '22DV1', message = coalesce(nullif(v_column, '') || ': is missing', sqlerrm);
  end;

  insert into public.devai_memory_events (memory_id, user_id, at, action, reason, actor_kind, actor_id, before, after)
  select (r.row ->> 'id')::uuid, e.user_id, e.at, e.action, e.reason, e.actor_kind, e.actor_id, e.before, e.after
  from jsonb_array_elements(p_rows) as r(row)
  cross join lateral rows from (jsonb_populate_recordset(null::public.devai_memory_events, r.row -> 'history'))
    with ordinality as e(id, memory_id, at, action, reason, actor_kind, actor_id, before, after, user_id, position)
  where (r.row ->> 'id')::uuid = any(v_ids)
  order by 1, e.position;
  perform public.devai__record_event(m.id, 'added', 'imported', '{"kind": "user"}', null, m)
  from public.devai_memories m where m.id = any(v_ids);
  return coalesce(cardinality(v_ids), 0);
end $$;
