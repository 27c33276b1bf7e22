-- Takes rows of devai_export_memories as they are, history not included. A row whose id is there, or whose text is valid in its scope,
-- is left alone, so that importing twice adds nothing. Returns { added, known }. Raises invalid_input; then none is taken.
create or replace function public.devai_import_memories(p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai_now();
  v_added integer;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    raise exception using errcode = '22DV1', message = 'rows: need to be a list';
  end if;
  perform public.devai_check_imported(r.row) from jsonb_array_elements(p_rows) as r(row);
  perform public.devai_lock_scopes(array(
    select public.devai_scope_of(r.row ->> 'namespace') from jsonb_array_elements(p_rows) as r(row)));
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
      public.devai_scoped_words(public.devai_scope_of(i.row ->> 'namespace'),
        array(select jsonb_array_elements_text(i.row -> 'words'))),
      jsonb_array_length(i.row -> 'words'), i.row ->> 'memory_type', i.row ->> 'category', i.row ->> 'namespace',
      i.row ->> 'priority', (i.row ->> 'importance')::integer, i.row ->> 'source',
      array(select jsonb_array_elements_text(i.row -> 'tags')), i.row -> 'metadata', i.row -> 'evidence',
      (i.row ->> 'strength')::real, (i.row ->> 'access_count')::integer, (i.row ->> 'last_accessed_at')::timestamptz,
      (i.row ->> 'pinned')::boolean, i.row ->> 'trust', (i.row ->> 'session_id')::uuid, (i.row ->> 'is_valid')::boolean,
      (i.row ->> 'invalidated_at')::timestamptz, i.row ->> 'invalidated_reason', (i.row ->> 'superseded_by')::uuid,
      (i.row ->> 'expires_at')::timestamptz, (i.row ->> 'created_at')::timestamptz, (i.row ->> 'updated_at')::timestamptz
    from incoming i
    on conflict do nothing
    returning m
  )
  insert into public.devai_memory_events (memory_id, at, action, reason, actor_kind, actor_id, before, after)
  select (a.m).id, v_now, 'added', 'imported', 'user', null, null, public.devai_memory_json(a.m, v_now) from added a;
  get diagnostics v_added = row_count;
  return jsonb_build_object('added', v_added, 'known', jsonb_array_length(p_rows) - v_added);
end $$;
