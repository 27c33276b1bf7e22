-- Changes the fields that the patch names: content (with contentHash, vector, embeddingModel), title, memoryType, category, namespace,
-- priority, importance, tags, metadata, details (keys of the metadata to set, null to remove), pinned, expiresAt, holdsFrom, holdsUntil; to
-- undo an earlier patch also trust and source. A patch of content, title or tags needs the index: the words of the texts after the patch, and the contentHash,
-- title and tags that they were computed from. Returns the memory. Returns null and changes nothing if the texts after the patch would
-- differ from those, because another writer changed one meanwhile; the caller reads the memory again.
--
-- Records one event: pinned or unpinned if nothing else changed, else updated; none if nothing changed. A text that the user changes
-- becomes user-stated, with priority highest unless the patch says otherwise; a memory that the user raises to highest gets trust user.
-- No other change makes the user the author. A memory with trust `tool` cannot become highest otherwise. A memory left without a vector
-- gets an embed job. Raises not_found, invalid_input, and conflict if its scope already holds the same text or it changed after
-- p_unchanged_since (null: no check).
create or replace function public.devai_update_memory(
  p_user text, p_id uuid, p_patch jsonb, p_unchanged_since timestamptz, p_actor jsonb, p_reason text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_content jsonb := p_patch -> 'content';
  v_index jsonb := p_patch -> 'index';
  v_by_user boolean := p_actor ->> 'kind' in ('user', 'session');
  v_states boolean;
  v_kept boolean;
  v_before public.devai_memories;
  v_after public.devai_memories;
  v_column text;
begin
  if p_patch ? 'namespace' then
    p_patch := p_patch || jsonb_build_object('namespace', public.devai__filed_namespace(p_patch ->> 'namespace'));
  end if;
  if (v_content is not null and v_content ->> 'contentHash' is null)
    or (v_index is null and p_patch ?| array['content', 'title', 'tags'])
  then
    raise exception using errcode = '22DV1', message = 'index: is missing, or the hash of the content is';
  end if;
  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = p_id)
    || public.devai__scope_of(p_patch ->> 'namespace'));
  v_before := public.devai__lock_memory(p_id);
  if v_before.updated_at > p_unchanged_since then
    raise exception using errcode = '22DV3', message = format('memory %s was changed meanwhile', p_id);
  end if;
  if v_index is not null and (
    v_index ->> 'contentHash' <> coalesce(v_content ->> 'contentHash', v_before.content_hash)
    or v_index ->> 'title' is distinct from case when p_patch ? 'title' then p_patch ->> 'title' else v_before.title end
    or v_index -> 'tags' <> coalesce(p_patch -> 'tags', to_jsonb(v_before.tags)))
  then
    return null;
  end if;
  v_states := v_by_user and v_content ->> 'content' <> v_before.content;
  if v_before.is_valid then
    perform public.devai__end_lapsed_twin(public.devai__scope_of(coalesce(p_patch ->> 'namespace', v_before.namespace)),
      coalesce(v_content ->> 'contentHash', v_before.content_hash), p_id, p_actor);
  end if;
  -- the same text without a vector (the embedder is unavailable): the stored vector is still right
  v_kept := v_content ->> 'contentHash' = v_before.content_hash and v_content ->> 'vector' is null;
  begin
    update public.devai_memories m
    set content = coalesce(v_content ->> 'content', m.content),
      content_hash = coalesce(v_content ->> 'contentHash', m.content_hash),
      words = case when v_index is null and not p_patch ? 'namespace' then m.words
        else public.devai__tag_words(public.devai__scope_of(coalesce(p_patch ->> 'namespace', m.namespace)),
          case when v_index is null then public.devai__untag_words(m.words)
            else public.devai__text_array('words', v_index -> 'words') end) end,
      word_count = case when v_index is null then m.word_count else jsonb_array_length(v_index -> 'words') end,
      embedding = case when v_content is null or v_kept then m.embedding
        else (v_content ->> 'vector')::extensions.halfvec(512) end,
      embedding_model = case when v_content is null or v_kept then m.embedding_model
        when v_content ->> 'vector' is not null then v_content ->> 'embeddingModel' end,
      title = case when p_patch ? 'title' then p_patch ->> 'title' else m.title end,
      memory_type = coalesce(p_patch ->> 'memoryType', m.memory_type),
      category = coalesce(p_patch ->> 'category', m.category),
      namespace = coalesce(p_patch ->> 'namespace', m.namespace),
      priority = coalesce(p_patch ->> 'priority', case when v_states then 'highest' else m.priority end),
      trust = coalesce(p_patch ->> 'trust',
        case when v_states or (v_by_user and p_patch ->> 'priority' = 'highest') then 'user' else m.trust end),
      source = coalesce(p_patch ->> 'source', case when v_states then 'user_stated' else m.source end),
      importance = coalesce((p_patch ->> 'importance')::integer, m.importance),
      tags = case when p_patch ? 'tags' then public.devai__text_array('tags', p_patch -> 'tags') else m.tags end,
      metadata = case when p_patch ? 'details' then public.devai__without_nulls(m.metadata || (p_patch -> 'details'))
        else coalesce(nullif(p_patch -> 'metadata', 'null'), m.metadata) end,
      pinned = coalesce((p_patch ->> 'pinned')::boolean, m.pinned),
      expires_at = case when p_patch ? 'expiresAt' then (p_patch ->> 'expiresAt')::timestamptz else m.expires_at end,
      holds_from = case when p_patch ? 'holdsFrom' then (p_patch ->> 'holdsFrom')::timestamptz else m.holds_from end,
      holds_until = case when p_patch ? 'holdsUntil' then (p_patch ->> 'holdsUntil')::timestamptz else m.holds_until end
    where m.id = p_id
    returning * into v_after;
  exception
    when unique_violation then
      raise exception using errcode = '22DV6', message = 'another valid memory of this scope already says the same';
    when not_null_violation or check_violation then
      get stacked diagnostics v_column = column_name;
      raise exception using errcode = '22DV1', message = coalesce(nullif(v_column, '') || ': is missing', sqlerrm);
  end;
  if v_after.trust = 'tool' and v_after.priority = 'highest' then
    raise exception using errcode = '22DV1', message = 'priority: cannot be highest for a memory of trust tool';
  end if;
  if v_after is not distinct from v_before then
    return public.devai__memory_json(v_before, v_now);
  end if;
  update public.devai_memories set updated_at = v_now where id = p_id returning * into v_after;
  perform public.devai__record_event(p_id,
    case when p_patch - array['pinned', 'index'] <> '{}' then 'updated' when v_after.pinned then 'pinned' else 'unpinned' end,
    p_reason, p_actor, v_before, v_after);
  if v_after.is_valid and v_after.embedding_model is null then
    perform public.devai__enqueue_job('embed', 'missing', '{}', v_now);
  end if;
  return public.devai__memory_json(v_after, v_now);
end $$;
