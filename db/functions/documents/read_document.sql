-- A document and its chunks that overlap the lines p_first to p_last, in order, with at most p_tokens tokens in all, but at least one
-- chunk: { document, chunks }. Null if the document does not exist.
create or replace function public.devai_read_document(p_user text, p_id uuid, p_first integer, p_last integer, p_tokens integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select jsonb_build_object('document', public.devai__document_json(d), 'chunks', (
      select coalesce(jsonb_agg(public.devai__chunk_json(page.chunk) order by (page.chunk).number), '[]')
      from (
        select c as chunk, sum(c.tokens) over (order by c.number) - c.tokens as tokens_before
        from public.devai_chunks c
        where c.document_id = p_id and c.last_line >= p_first and c.first_line <= p_last
          and (d.source_hash is null or c.version = d.version)
      ) page
      where page.tokens_before = 0 or page.tokens_before + (page.chunk).tokens <= p_tokens))
    from public.devai_documents d where d.id = p_id and public.devai__is_readable_document(d.project)
  );
end $$;
