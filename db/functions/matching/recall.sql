-- What may answer a message, besides past messages (devai_match_said): { memories, related, chunks }, from devai_match_memories
-- (p_filter), devai_list_related for these memories (none if p_related_limit is 0) and devai_match_chunks.
create or replace function public.devai_recall(
  p_user text, p_vector extensions.vector, p_embedding_model text, p_words text[], p_frequent_words text[], p_scopes text[],
  p_retrieval_threshold double precision, p_noise_floor double precision, p_limit integer, p_relation_kinds text[],
  p_unrelated uuid[], p_related_limit integer,
  p_document_scopes text[], p_chunk_limit integer, p_filter jsonb
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_memories json := public.devai_match_memories(p_user, p_vector, p_embedding_model, p_words, p_frequent_words, p_scopes, '{}',
    p_retrieval_threshold, p_noise_floor, p_limit, p_filter);
begin
  return json_build_object(
    'memories', v_memories,
    'related', case when p_related_limit > 0 and exists (select from public.devai_memory_relations)
      then public.devai_list_related(p_user,
        array(select (f.one #>> '{memory,id}')::uuid from json_array_elements(v_memories) as f(one)),
        p_scopes, p_relation_kinds, p_unrelated, p_related_limit) else '[]' end,
    'chunks', case when exists (select from public.devai_chunks c where c.scope = any(public.devai__own_scopes(p_document_scopes)))
      then public.devai_match_chunks(p_user, p_vector, p_embedding_model, p_words, p_document_scopes, p_chunk_limit) else '[]' end);
end $$;
