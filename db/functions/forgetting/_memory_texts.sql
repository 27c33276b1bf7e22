-- What may hold a text that somebody wrote, of a row of devai_memories.
create or replace function public.devai__memory_texts(p_memory public.devai_memories) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('content', p_memory.content, 'title', p_memory.title, 'tags', p_memory.tags, 'metadata', p_memory.metadata, 'evidence', p_memory.evidence, 'invalidated_reason', p_memory.invalidated_reason);
end $$;
