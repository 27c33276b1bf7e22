-- Deletes a document with its chunks, and erases their texts from the stored contexts. Returns the document as it was, or null if it does
-- not exist.
create or replace function public.devai_delete_document(p_user text, p_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_document public.devai_documents;
begin
  select * into v_document from public.devai_documents d where d.id = p_id and public.devai__is_readable_document(d.project) for update;
  if v_document.id is null then
    return 'null';
  end if;
  perform public.devai__erase_from_contexts(array(
    select 'documents/' || c.id from public.devai_chunks c where c.document_id = p_id));
  delete from public.devai_documents d where d.id = p_id;
  return public.devai__document_json(v_document);
end $$;
