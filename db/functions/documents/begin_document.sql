-- Begins to ingest a document, and creates it if the project (null: none) has none at this path. Returns { id, version, hashes }, where
-- hashes are those of its stored chunks. Raises invalid_input if its p_chunks chunks would bring the documents of the project above
-- p_most_chunks. Until devai_finish_document the former chunks stay beside the new ones. A second ingestion of the same document ends the
-- first, whose next call raises conflict.
create or replace function public.devai_begin_document(
  p_user text, p_project text, p_path text, p_title text, p_kind text, p_bytes integer, p_chunks integer, p_most_chunks integer
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_project constant text := substr(public.devai__own_scope('document/' || coalesce(p_project, '')), length('document/') + 1);
  v_document public.devai_documents;
begin
  if p_chunks + (
    select coalesce(sum(d.chunk_count), 0) from public.devai_documents d where d.project = v_project and d.path <> p_path
  ) > p_most_chunks then
    raise exception using errcode = '22DV1', message = format('path: with %s, the documents of the project would have more than %s chunks',
      p_path, p_most_chunks);
  end if;
  insert into public.devai_documents as d (project, path, title, kind, bytes, version, chunk_count, tokens, created_at, updated_at)
  values (v_project, p_path, p_title, p_kind, p_bytes, 1, 0, 0, public.devai__now(), public.devai__now())
  on conflict (project, path) do update
  set title = p_title, kind = p_kind, bytes = p_bytes, version = d.version + 1, source_hash = null, updated_at = public.devai__now()
  returning * into v_document;
  return jsonb_build_object(
    'id', v_document.id, 'version', v_document.version,
    'hashes', (
      select coalesce(jsonb_agg(c.content_hash), '[]') from public.devai_chunks c where c.document_id = v_document.id));
end $$;
