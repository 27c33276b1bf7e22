-- Valid memories, gists (by session id), messages and chunks (preceded by their headings) without a vector of this embedder, in this order.
-- Within each kind, those without any vector come first, then those of each other embedder, oldest first. Returns an array of { id,
-- content, contentHash }. Reads in index order, so a page costs the same among a million. Only the beginning of a long message is embedded.
create or replace function public.devai_list_unembedded(p_embedding_model text, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', page.id, 'content', coalesce(m.content, gist.gist, left(said.content, 4000),
          array_to_string(chunk.headings || chunk.content, E'\n')),
        'contentHash', coalesce(m.content_hash, public.devai__gist_hash(gist.gist), said.content_hash, chunk.content_hash))
      order by page.kind, page.embedding_model nulls first, page.created_at), '[]')
    from (
      select waiting.* from (
        (select m.id, 1 as kind, m.embedding_model, m.created_at from public.devai_memories m
          where m.is_valid and m.embedding_model is null order by m.created_at limit p_limit)
        union all
        (select m.id, 1, m.embedding_model, m.created_at from public.devai_memories m
          where m.is_valid and m.embedding_model < p_embedding_model order by m.embedding_model, m.created_at limit p_limit)
        union all
        (select m.id, 1, m.embedding_model, m.created_at from public.devai_memories m
          where m.is_valid and m.embedding_model > p_embedding_model order by m.embedding_model, m.created_at limit p_limit)
        union all
        (select g.session_id, 2, g.embedding_model, g.created_at from public.devai_gists g
          where g.embedding_model is null order by g.created_at limit p_limit)
        union all
        (select g.session_id, 2, g.embedding_model, g.created_at from public.devai_gists g
          where g.embedding_model < p_embedding_model order by g.embedding_model, g.created_at limit p_limit)
        union all
        (select g.session_id, 2, g.embedding_model, g.created_at from public.devai_gists g
          where g.embedding_model > p_embedding_model order by g.embedding_model, g.created_at limit p_limit)
        union all
        (select s.message_id, 3, s.embedding_model, s.created_at from public.devai_said s
          where s.embedding_model is null order by s.created_at limit p_limit)
        union all
        (select s.message_id, 3, s.embedding_model, s.created_at from public.devai_said s
          where s.embedding_model < p_embedding_model order by s.embedding_model, s.created_at limit p_limit)
        union all
        (select s.message_id, 3, s.embedding_model, s.created_at from public.devai_said s
          where s.embedding_model > p_embedding_model order by s.embedding_model, s.created_at limit p_limit)
        union all
        (select c.id, 4, c.embedding_model, c.created_at from public.devai_chunks c
          where c.embedding_model is null order by c.created_at limit p_limit)
        union all
        (select c.id, 4, c.embedding_model, c.created_at from public.devai_chunks c
          where c.embedding_model < p_embedding_model order by c.embedding_model, c.created_at limit p_limit)
        union all
        (select c.id, 4, c.embedding_model, c.created_at from public.devai_chunks c
          where c.embedding_model > p_embedding_model order by c.embedding_model, c.created_at limit p_limit)
      ) waiting
      order by kind, embedding_model nulls first, created_at
      limit p_limit
    ) page
    left join public.devai_memories m on page.kind = 1 and m.id = page.id
    left join public.devai_sessions gist on page.kind = 2 and gist.id = page.id
    left join public.devai_messages said on page.kind = 3 and said.id = page.id
    left join public.devai_chunks chunk on page.kind = 4 and chunk.id = page.id
  );
end $$;
