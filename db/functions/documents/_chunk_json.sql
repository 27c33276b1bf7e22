-- A chunk as the library reads it.
create or replace function public.devai__chunk_json(p_chunk public.devai_chunks) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_chunk.id, 'documentId', p_chunk.document_id, 'number', p_chunk.number, 'headings', p_chunk.headings,
    'content', p_chunk.content, 'firstLine', p_chunk.first_line, 'lastLine', p_chunk.last_line, 'tokens', p_chunk.tokens);
end $$;
