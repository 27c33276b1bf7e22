-- A memory as the user may see it: its columns without vector, words and derived ones, and its strength at a moment. Strength is the
-- stored strength × devai__decay_base ^ days (with fractions) since the last access, or since its event time if that is later; memories
-- that never decay keep theirs. Returns json, because a page of memories is built in half the time of jsonb.
create or replace function public.devai__memory_json_text(p_memory public.devai_memories, p_now timestamptz) returns json
language plpgsql stable set search_path = '' as $$
declare
  v_days double precision := greatest(0, extract(epoch from
    p_now - greatest(p_memory.last_accessed_at, p_memory.holds_from, p_memory.holds_until))) / 86400;
begin
  return json_build_object(
    'id', p_memory.id, 'content', p_memory.content, 'title', p_memory.title,
    'embeddingModel', p_memory.embedding_model, 'contentHash', p_memory.content_hash,
    'memoryType', p_memory.memory_type, 'category', p_memory.category, 'namespace', public.devai__shown_scope(p_memory.namespace),
    'priority', p_memory.priority, 'importance', p_memory.importance, 'source', p_memory.source,
    'tags', p_memory.tags, 'metadata', p_memory.metadata, 'evidence', public.devai__shown_evidence(p_memory.evidence),
    'strength', case
      when p_memory.fades_at = 'infinity' then p_memory.strength
      else p_memory.strength * power(public.devai__decay_base(), v_days) end,
    'accessCount', p_memory.access_count,
    'lastAccessedAt', p_memory.last_accessed_at, 'pinned', p_memory.pinned, 'trust', p_memory.trust,
    'sessionId', p_memory.session_id, 'isValid', p_memory.is_valid, 'invalidatedAt', p_memory.invalidated_at,
    'invalidatedReason', p_memory.invalidated_reason, 'supersededBy', p_memory.superseded_by, 'archived', p_memory.archived,
    'expiresAt', p_memory.expires_at, 'holdsFrom', p_memory.holds_from, 'holdsUntil', p_memory.holds_until,
    'createdAt', p_memory.created_at, 'updatedAt', p_memory.updated_at);
end $$;
