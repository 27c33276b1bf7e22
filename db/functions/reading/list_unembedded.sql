-- Valid memories, and what was said, without a vector of this embedder: memories first, first those without any vector, then those of
-- each other embedder, oldest first, as an array of { id, content, contentHash }. Read in the order of indexes, so a page costs the
-- same among a million. Of a long message the beginning is embedded.
create or replace function public.devai_list_unembedded(p_embedding_model text, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', coalesce(m.id, said.id), 'content', coalesce(m.content, left(said.content, 4000)),
        'contentHash', coalesce(m.content_hash, said.content_hash))
      order by page.is_said, page.embedding_model nulls first, page.created_at), '[]')
    from (
      select waiting.* from (
        (select m.id, false as is_said, m.embedding_model, m.created_at from public.devai_memories m
          where m.is_valid and m.embedding_model is null order by m.created_at limit p_limit)
        union all
        (select m.id, false, m.embedding_model, m.created_at from public.devai_memories m
          where m.is_valid and m.embedding_model < p_embedding_model order by m.embedding_model, m.created_at limit p_limit)
        union all
        (select m.id, false, m.embedding_model, m.created_at from public.devai_memories m
          where m.is_valid and m.embedding_model > p_embedding_model order by m.embedding_model, m.created_at limit p_limit)
        union all
        (select s.message_id, true, s.embedding_model, s.created_at from public.devai_said s
          where s.embedding_model is null order by s.created_at limit p_limit)
        union all
        (select s.message_id, true, s.embedding_model, s.created_at from public.devai_said s
          where s.embedding_model < p_embedding_model order by s.embedding_model, s.created_at limit p_limit)
        union all
        (select s.message_id, true, s.embedding_model, s.created_at from public.devai_said s
          where s.embedding_model > p_embedding_model order by s.embedding_model, s.created_at limit p_limit)
      ) waiting
      order by is_said, embedding_model nulls first, created_at
      limit p_limit
    ) page
    left join public.devai_memories m on not page.is_said and m.id = page.id
    left join public.devai_messages said on page.is_said and said.id = page.id
  );
end $$;
