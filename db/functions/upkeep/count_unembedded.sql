-- The number of valid memories, gists, messages and chunks without a vector of this embedder. Counted in an index: tenths of a second for
-- a million.
create or replace function public.devai_count_unembedded(p_embedding_model text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return to_jsonb((
      select count(*) from public.devai_memories m
      where m.is_valid and m.embedding_model is distinct from p_embedding_model)
    + (select count(*) from public.devai_gists g where g.embedding_model is distinct from p_embedding_model)
    + (select count(*) from public.devai_said s where s.embedding_model is distinct from p_embedding_model)
    + (select count(*) from public.devai_chunks c where c.embedding_model is distinct from p_embedding_model));
end $$;
