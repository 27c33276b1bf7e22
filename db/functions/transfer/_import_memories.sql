-- Whole memories with their history. A row whose id is there, whose text is valid in its scope, or that was forgotten here is left alone. Returns
-- how many were added. Raises invalid_input; then none is.
create or replace function public.devai__import_memories(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_ids uuid[];
begin
  perform public.devai__check_imported(r.row) from jsonb_array_elements(p_rows) as r(row);
  perform public.devai__lock_scopes(array(
    select public.devai__scope_of(r.row ->> 'namespace') from jsonb_array_elements(p_rows) as r(row)));
  with incoming as (
    select r.row from jsonb_array_elements(p_rows) as r(row)
  ),
  added as (
    insert into public.devai_memories as m (id, content, title, embedding, embedding_model, content_hash, words, word_count,
      memory_type, category, namespace, priority, importance, source, tags, metadata, evidence, strength, access_count,
      last_accessed_at, pinned, trust, session_id, is_valid, invalidated_at, invalidated_reason, superseded_by,
      expires_at, created_at, updated_at)
    select (i.row ->> 'id')::uuid, i.row ->> 'content', i.row ->> 'title',
      (i.row ->> 'vector')::extensions.vector::extensions.halfvec, i.row ->> 'embedding_model', i.row ->> 'content_hash',
      public.devai__tag_words(public.devai__scope_of(i.row ->> 'namespace'),
        array(select jsonb_array_elements_text(i.row -> 'words'))),
      jsonb_array_length(i.row -> 'words'), i.row ->> 'memory_type', i.row ->> 'category', i.row ->> 'namespace',
      i.row ->> 'priority', (i.row ->> 'importance')::integer, i.row ->> 'source',
      array(select jsonb_array_elements_text(i.row -> 'tags')), i.row -> 'metadata', i.row -> 'evidence',
      (i.row ->> 'strength')::real, (i.row ->> 'access_count')::integer, (i.row ->> 'last_accessed_at')::timestamptz,
      (i.row ->> 'pinned')::boolean, i.row ->> 'trust', (i.row ->> 'session_id')::uuid, (i.row ->> 'is_valid')::boolean,
      (i.row ->> 'invalidated_at')::timestamptz, i.row ->> 'invalidated_reason', (i.row ->> 'superseded_by')::uuid,
      (i.row ->> 'expires_at')::timestamptz, (i.row ->> 'created_at')::timestamptz, (i.row ->> 'updated_at')::timestamptz
    from incoming i
    where not exists (
      select from public.devai_memory_events e where e.memory_id = (i.row ->> 'id')::uuid and e.action = 'forgotten')
    on conflict do nothing
    returning m.id
  )
  select array_agg(id) into v_ids from added;

  insert into public.devai_memory_events (memory_id, at, action, reason, actor_kind, actor_id, before, after)
  select (r.row ->> 'id')::uuid, e.at, e.action, e.reason, e.actor_kind, e.actor_id, e.before, e.after
  from jsonb_array_elements(p_rows) as r(row)
  cross join lateral rows from (jsonb_populate_recordset(null::public.devai_memory_events, r.row -> 'history'))
    with ordinality as e(id, memory_id, at, action, reason, actor_kind, actor_id, before, after, position)
  where (r.row ->> 'id')::uuid = any(v_ids)
  order by 1, e.position;

  insert into public.devai_memory_events (memory_id, at, action, reason, actor_kind, actor_id, before, after)
  select m.id, v_now, 'added', 'imported', 'user', null, null, public.devai__memory_json(m, v_now)
  from public.devai_memories m where m.id = any(v_ids);
  return coalesce(cardinality(v_ids), 0);
end $$;
