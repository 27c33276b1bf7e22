-- How near something said is to a question: { similarity, wordShare }, as devai__match_rows measures a memory.
create or replace function public.devai__measure_said(
  p_said public.devai_said, p_vector extensions.halfvec, p_embedding_model text, p_queries tsquery[], p_weights double precision[],
  p_total_weight double precision, p_average_words double precision
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'similarity', case when p_said.embedding_model = p_embedding_model
      then nullif(1 - (p_said.embedding operator(extensions.<=>) p_vector), 'NaN') end,
    'wordShare', 2.2 / (1 + 1.2 * (0.7 + 0.3 * p_said.word_count / p_average_words)) / p_total_weight * (
      select sum(w.weight) from unnest(p_queries, p_weights) as w(query, weight) where p_said.words @@ w.query));
end $$;
