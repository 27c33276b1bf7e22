-- A document as the library reads it.
create or replace function public.devai__document_json(p_document public.devai_documents) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_document.id, 'project', nullif(public.devai__shown_scope(p_document.project), ''), 'path', p_document.path, 'title', p_document.title,
    'kind', p_document.kind, 'sourceHash', p_document.source_hash, 'bytes', p_document.bytes, 'chunkCount', p_document.chunk_count,
    'tokens', p_document.tokens, 'createdAt', p_document.created_at, 'updatedAt', p_document.updated_at);
end $$;
