-- A memory as it is given to TypeScript: its columns without vector, words and what is derived, with its strength as of a moment:
-- strength × devai__decay_base ^ days since its last access, with fractions; what never decays keeps it. As json, which is text: a page of
-- them is built in half the time of jsonb.
create or replace function public.devai__memory_json_text(p_memory public.devai_memories, p_now timestamptz) returns json
language plpgsql stable set search_path = '' as $$
declare
  v_days double precision := greatest(0, extract(epoch from p_now - p_memory.last_accessed_at)) / 86400;
begin
  return json_build_object(
    'id', p_memory.id, 'content', p_memory.content, 'title', p_memory.title,
    'embedding_model', p_memory.embedding_model, 'content_hash', p_memory.content_hash,
    'memory_type', p_memory.memory_type, 'category', p_memory.category, 'namespace', p_memory.namespace,
    'priority', p_memory.priority, 'importance', p_memory.importance, 'source', p_memory.source,
    'tags', p_memory.tags, 'metadata', p_memory.metadata, 'evidence', p_memory.evidence,
    'strength', case
      when p_memory.priority = 'highest' or p_memory.pinned then p_memory.strength
      else p_memory.strength * power(public.devai__decay_base(), v_days) end,
    'access_count', p_memory.access_count,
    'last_accessed_at', p_memory.last_accessed_at, 'pinned', p_memory.pinned, 'trust', p_memory.trust,
    'session_id', p_memory.session_id, 'is_valid', p_memory.is_valid, 'invalidated_at', p_memory.invalidated_at,
    'invalidated_reason', p_memory.invalidated_reason, 'superseded_by', p_memory.superseded_by,
    'expires_at', p_memory.expires_at, 'created_at', p_memory.created_at, 'updated_at', p_memory.updated_at);
end $$;
