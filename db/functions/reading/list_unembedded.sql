-- Valid memories without a vector of this embedder: first those without any, then those of each other embedder, oldest first, as
-- an array of { id, content, contentHash }. Read in the order of an index, so a page costs the same among a million.
create or replace function public.devai_list_unembedded(p_embedding_model text, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', page.id, 'content', page.content, 'contentHash', page.content_hash)
      order by page.embedding_model nulls first, page.created_at), '[]')
    from (
      (select m.id, m.content, m.content_hash, m.embedding_model, m.created_at
        from public.devai_memories m
        where m.is_valid and m.embedding_model is null
        order by m.created_at limit p_limit)
      union all
      (select m.id, m.content, m.content_hash, m.embedding_model, m.created_at
        from public.devai_memories m
        where m.is_valid and m.embedding_model < p_embedding_model
        order by m.embedding_model, m.created_at limit p_limit)
      union all
      (select m.id, m.content, m.content_hash, m.embedding_model, m.created_at
        from public.devai_memories m
        where m.is_valid and m.embedding_model > p_embedding_model
        order by m.embedding_model, m.created_at limit p_limit)
      order by embedding_model nulls first, created_at
      limit p_limit
    ) page
  );
end $$;
