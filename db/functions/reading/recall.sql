-- What may answer a message, in one call: { memories, said, chunks }, of devai_match_memories, devai__match_said and devai_match_chunks.
create or replace function public.devai_recall(
  p_vector extensions.vector, p_embedding_model text, p_words text[], p_scopes text[], p_retrieval_threshold double precision,
  p_noise_floor double precision, p_limit integer, p_said_scopes text[], p_session_id uuid, p_said_limit integer,
  p_document_scopes text[], p_chunk_limit integer
) returns json
language plpgsql stable set search_path = '' as $$
begin
  return json_build_object(
    'memories', public.devai_match_memories(p_vector, p_embedding_model, p_words, p_scopes, '{}', p_retrieval_threshold,
      p_noise_floor, p_limit, '{}'),
    'said', public.devai__match_said(p_vector, p_embedding_model, p_words, p_said_scopes, p_session_id, p_said_limit),
    'chunks', case when exists (select from public.devai_chunks c where c.scope = any(p_document_scopes))
      then public.devai_match_chunks(p_vector, p_embedding_model, p_words, p_document_scopes, p_chunk_limit) else '[]' end);
end $$;
