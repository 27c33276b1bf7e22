-- For each of p_candidates ({ vector, words, scope, contentHash }; a stored memory may give its `id` instead of a vector), the p_limit
-- nearest memories of its scope, and the one with the same text. Ranks by the sum of 1 / (60 + place) in similarity and words
-- (devai__match_rows); a similarity counts only from p_noise_floor up. Returns an array of arrays of { memory, similarity, wordScore,
-- sameHash }, best first, in the order of the candidates.
create or replace function public.devai_match_neighbours(
  p_user text, p_candidates jsonb, p_noise_floor double precision, p_embedding_model text, p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
begin
  return (
    select coalesce(jsonb_agg(coalesce(neighbours.list, '[]') order by c.position), '[]')
    from jsonb_array_elements(p_candidates) with ordinality as c(candidate, position)
    cross join lateral (
      with placed as (
        select r.memory_id, r.similarity, r.word_score,
          coalesce(r.similarity >= p_noise_floor, false) as is_near,
          rank() over (order by r.similarity desc nulls last) as place,
          rank() over (order by r.word_score desc nulls last) as word_place
        from public.devai__match_rows(
          coalesce((c.candidate ->> 'vector')::extensions.vector, (
            select own.embedding::extensions.vector from public.devai_memories own
            where own.id = (c.candidate ->> 'id')::uuid and public.devai__is_readable(own.scope) and own.embedding_model = p_embedding_model)), p_embedding_model,
          array(select jsonb_array_elements_text(c.candidate -> 'words')), '{}', array[public.devai__own_scope(c.candidate ->> 'scope')], '{}',
          p_noise_floor, p_noise_floor, 4 * p_limit, '{}') r
      ), fused as (
        select p.*,
          case when p.is_near then 1.0 / (60 + p.place) else 0 end
            + case when p.word_score is not null then 1.0 / (60 + p.word_place) else 0 end as score
        from placed p
        where p.is_near or p.word_score is not null
        order by score desc, p.similarity desc nulls last, p.memory_id
        limit p_limit
      ), twin as (
        select m.id
        from public.devai_memories m
        where m.scope = public.devai__own_scope(c.candidate ->> 'scope') and m.content_hash = c.candidate ->> 'contentHash' and m.is_valid
          and (m.expires_at is null or m.expires_at > v_now)
      )
      select jsonb_agg(jsonb_build_object(
          'memory', public.devai__memory_json(m, v_now),
          'similarity', f.similarity,
          'wordScore', f.word_score,
          'sameHash', t.id is not null)
        order by t.id is not null desc, f.score desc nulls last, f.similarity desc nulls last, m.id) as list
      from fused f
      full join twin t on t.id = f.memory_id
      join public.devai_memories m on m.id = coalesce(f.memory_id, t.id)
    ) neighbours
  );
end $$;
