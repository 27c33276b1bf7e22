-- Ends an ingestion: removes the chunks that are not part of the document any more, and returns { document, removed }. Raises the same
-- errors as devai_put_chunks.
create or replace function public.devai_finish_document(p_user text, p_id uuid, p_version integer, p_source_hash text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_document public.devai_documents := public.devai__lock_document(p_id, p_version);
  v_removed integer;
begin
  delete from public.devai_chunks c where c.document_id = p_id and c.version <> p_version;
  get diagnostics v_removed = row_count;
  update public.devai_documents d
  set source_hash = p_source_hash, updated_at = public.devai__now(), chunk_count = counted.chunks, tokens = counted.tokens
  from (
    select count(*) as chunks, coalesce(sum(c.tokens), 0) as tokens from public.devai_chunks c where c.document_id = p_id
  ) counted
  where d.id = p_id
  returning d.* into v_document;
  return jsonb_build_object('document', public.devai__document_json(v_document), 'removed', v_removed);
end $$;
