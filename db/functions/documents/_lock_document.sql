-- Locks and returns a document. Raises not_found, and conflict if an ingestion after p_version has begun.
create or replace function public.devai__lock_document(p_id uuid, p_version integer) returns public.devai_documents
language plpgsql set search_path = '' as $$
declare
  v_document public.devai_documents;
begin
  select * into v_document from public.devai_documents d where d.id = p_id and public.devai__is_readable_document(d.project) for update;
  if v_document.id is null then
    raise exception using errcode = '22DV2', message = format('there is no document %s', p_id);
  end if;
  if v_document.version <> p_version then
    raise exception using errcode = '22DV3', message = format('%s is being ingested by another call', v_document.path);
  end if;
  return v_document;
end $$;
