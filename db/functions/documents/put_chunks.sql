-- Stores chunks ([{ number, headings, content, contentHash, firstLine, lastLine, tokens, words }]) of an ingestion that has begun. A chunk
-- whose hash exists keeps its id, text and vector, and takes its new place. Idempotent. Raises conflict if another ingestion of the
-- document has begun since, and not_found if it was deleted.
create or replace function public.devai_put_chunks(p_user text, p_document_id uuid, p_version integer, p_chunks jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_document public.devai_documents := public.devai__lock_document(p_document_id, p_version);
  v_scope text := 'document/' || v_document.project;
begin
  insert into public.devai_chunks as c (document_id, version, number, scope, headings, content, content_hash, first_line, last_line,
    tokens, words, word_count, created_at)
  select v_document.id, p_version, g.number, v_scope, g.headings, g.content, g."contentHash", g."firstLine", g."lastLine", g.tokens,
    public.devai__tag_words(v_scope, g.words), greatest(cardinality(g.words), 1), public.devai__now()
  from jsonb_to_recordset(p_chunks) as g(number integer, headings text[], content text, "contentHash" text, "firstLine" integer,
    "lastLine" integer, tokens integer, words text[])
  on conflict (document_id, content_hash) do update
  set version = excluded.version, number = excluded.number, first_line = excluded.first_line, last_line = excluded.last_line;
  return 'null';
end $$;
