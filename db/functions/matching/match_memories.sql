-- The memories that the legs of a search find (devai__match_rows), for all scopes in one call: an array of { memory, similarity,
-- wordScore, wordShare, sharesRareWord, searched }, ordered by similarity, then by words; the caller ranks them. Memories of other scopes
-- never appear. Raises invalid_input for a vector without 512 dimensions or a limit outside 1 to 1,000.
create or replace function public.devai_match_memories(
  p_user text, p_vector extensions.vector, p_embedding_model text, p_words text[], p_frequent_words text[], p_scopes text[],
  p_namespaces text[], p_retrieval_threshold double precision, p_noise_floor double precision, p_limit integer, p_filter jsonb
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_as_of timestamptz := (p_filter ->> 'asOf')::timestamptz;
begin
  p_scopes := public.devai__own_scopes(p_scopes);
  p_namespaces := array(select public.devai__own_namespace(n.name) from unnest(p_namespaces) as n(name));
  return (
    select coalesce(json_agg(json_build_object(
      'memory', case when v_as_of is null then public.devai__memory_json_text(m, v_now)
        else public.devai__memory_json_text(public.devai__memory_at(m, v_as_of), v_now) end,
      'similarity', r.similarity,
      'wordScore', r.word_score,
      'wordShare', r.word_share,
      'sharesRareWord', r.shares_rare_word,
      'searched', round(r.searched))
      order by r.similarity desc nulls last, r.word_score desc nulls last, m.id), '[]')
    from public.devai__match_rows(p_vector, p_embedding_model, p_words, p_frequent_words, p_scopes, p_namespaces,
      p_retrieval_threshold, p_noise_floor, p_limit, p_filter) r
    cross join lateral (
      -- forces a lookup by id, even if the statement was planned while the table was small
      select m.* from public.devai_memories m where m.id = r.memory_id limit 1
    ) m
  );
end $$;
