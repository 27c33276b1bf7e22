-- Stores a candidate (StoredCandidate in snake case; also `pinned`) as a new memory, or strengthens the valid one with the same text
-- in its scope. One without a vector has its job to get one. Returns the id of the row that says it and whether it is new. What only a tool's output says is at most of high
-- priority. The caller holds the scope (devai__lock_scopes), so that nothing comes between look and insert. Raises
-- invalid_input, and conflict when another memory has the id.
create or replace function public.devai__add_candidate(
  p_candidate jsonb, p_reason text, p_actor_kind text, p_actor_id text, out memory_id uuid, out is_new boolean
)
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_scope text := public.devai__scope_of(p_candidate ->> 'namespace');
  v_added public.devai_memories;
begin
  perform public.devai__check_statement(p_candidate, array['id', 'content', 'content_hash', 'words', 'memory_type', 'category',
    'namespace', 'priority', 'importance', 'source', 'tags', 'metadata', 'evidence', 'trust']);
  perform public.devai__end_lapsed_twin(v_scope, p_candidate ->> 'content_hash', null, p_actor_kind, p_actor_id);
  select m.id into memory_id
  from public.devai_memories m
  where m.scope = v_scope and m.content_hash = p_candidate ->> 'content_hash' and m.is_valid;
  is_new := memory_id is null;
  if not is_new then
    perform public.devai__strengthen_memory(memory_id, p_candidate, p_reason, p_actor_kind, p_actor_id);
    return;
  end if;

  insert into public.devai_memories (id, content, title, embedding, embedding_model, content_hash, words, word_count,
    memory_type, category, namespace, priority, importance, source, tags, metadata, evidence, last_accessed_at,
    pinned, trust, session_id, created_at, updated_at)
  values (
    (p_candidate ->> 'id')::uuid, p_candidate ->> 'content', p_candidate ->> 'title',
    (p_candidate ->> 'vector')::extensions.vector::extensions.halfvec,
    case when p_candidate ->> 'vector' is not null then p_candidate ->> 'embedding_model' end,
    p_candidate ->> 'content_hash',
    public.devai__tag_words(v_scope, array(select jsonb_array_elements_text(p_candidate -> 'words'))),
    jsonb_array_length(p_candidate -> 'words'),
    p_candidate ->> 'memory_type', p_candidate ->> 'category', p_candidate ->> 'namespace',
    case when p_candidate ->> 'trust' = 'tool' and p_candidate ->> 'priority' = 'highest' then 'high'
      else p_candidate ->> 'priority' end,
    (p_candidate ->> 'importance')::integer, p_candidate ->> 'source',
    array(select jsonb_array_elements_text(p_candidate -> 'tags')), p_candidate -> 'metadata', p_candidate -> 'evidence',
    v_now, coalesce((p_candidate ->> 'pinned')::boolean, false), p_candidate ->> 'trust',
    (p_candidate ->> 'session_id')::uuid, v_now, v_now)
  on conflict (id) do nothing
  returning * into v_added;
  if v_added.id is null then
    raise exception using errcode = '22DV3', message = format('another memory has the id %s', p_candidate ->> 'id');
  end if;
  perform public.devai__record_event(v_added.id, 'added', p_reason, p_actor_kind, p_actor_id,
    null, public.devai__memory_json(v_added, v_now));
  if v_added.embedding_model is null then
    perform public.devai__enqueue_job('embed', 'missing', '{}', v_now);
  end if;
  memory_id := v_added.id;
end $$;
