-- Stores a candidate (StoredCandidate; also `pinned`) as a new memory, learnt at its `saidAt` (absent: now), or strengthens the valid
-- memory with the same text in its scope. Enqueues an embed job if the candidate has no vector. Returns the id of the memory that holds
-- the statement, and whether it is new. A candidate with trust `tool` or `other` gets at most priority high. The caller holds the scope
-- (devai__lock_scopes), so that no other writer comes between the lookup and the insert. Raises invalid_input, and conflict if another
-- memory has the id.
create or replace function public.devai__add_candidate(
  p_candidate jsonb, p_reason text, p_actor jsonb, out memory_id uuid, out is_new boolean
)
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_scope text := public.devai__scope_of(p_candidate ->> 'namespace');
  v_words text[] := public.devai__text_array('words', p_candidate -> 'words');
  v_tags text[] := public.devai__text_array('tags', p_candidate -> 'tags');
  v_added public.devai_memories;
  v_column text;
begin
  perform public.devai__end_lapsed_twin(v_scope, p_candidate ->> 'contentHash', null, p_actor);
  select m.id into memory_id
  from public.devai_memories m
  where m.scope = v_scope and m.content_hash = p_candidate ->> 'contentHash' and m.is_valid;
  is_new := memory_id is null;
  if not is_new then
    select * into v_added from public.devai_memories m where m.id = memory_id;
    if not public.devai__set_progress(v_added, p_candidate, p_reason, p_actor) then
      perform public.devai__strengthen_memory(memory_id, p_candidate, p_reason, p_actor);
    end if;
    return;
  end if;

  begin
    insert into public.devai_memories (id, content, title, embedding, embedding_model, content_hash, words, word_count,
      memory_type, category, namespace, priority, importance, source, tags, metadata, evidence, last_accessed_at,
      pinned, trust, session_id, expires_at, holds_from, holds_until, created_at, updated_at)
    values (
      (p_candidate ->> 'id')::uuid, p_candidate ->> 'content', p_candidate ->> 'title',
      (p_candidate ->> 'vector')::extensions.halfvec(512),
      case when p_candidate ->> 'vector' is not null then p_candidate ->> 'embeddingModel' end,
      p_candidate ->> 'contentHash', public.devai__tag_words(v_scope, v_words), cardinality(v_words),
      p_candidate ->> 'memoryType', p_candidate ->> 'category', p_candidate ->> 'namespace',
      case when p_candidate ->> 'trust' in ('tool', 'other') and p_candidate ->> 'priority' = 'highest' then 'high'
        else p_candidate ->> 'priority' end,
      (p_candidate ->> 'importance')::integer, p_candidate ->> 'source', v_tags, p_candidate -> 'metadata', p_candidate -> 'evidence',
      v_now, coalesce((p_candidate ->> 'pinned')::boolean, false), p_candidate ->> 'trust',
      (p_candidate ->> 'sessionId')::uuid, (p_candidate ->> 'expiresAt')::timestamptz, (p_candidate ->> 'holdsFrom')::timestamptz,
      (p_candidate ->> 'holdsUntil')::timestamptz,
      coalesce((p_candidate ->> 'saidAt')::timestamptz, v_now), v_now)
    on conflict (id) do nothing
    returning * into v_added;
  exception when not_null_violation or check_violation then
    get stacked diagnostics v_column = column_name;
    raise exception using errcode = '22DV1', message = coalesce(nullif(v_column, '') || ': is missing', sqlerrm);
  end;
  if v_added.id is null then
    raise exception using errcode = '22DV6', message = format('another memory already has the id %s', p_candidate ->> 'id');
  end if;
  perform public.devai__record_event(v_added.id, 'added', p_reason, p_actor, null, v_added);
  if v_added.embedding_model is null then
    perform public.devai__enqueue_job('embed', 'missing', '{}', v_now);
  end if;
  memory_id := v_added.id;
end $$;
