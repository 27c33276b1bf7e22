-- The chunks of documents in some scopes that may answer a question: an array of { chunk, document: { id, path, title, project },
-- similarity, wordShare, searched }, with the figures of devai__match_rows. Returns p_limit each of the nearest by vector, of those with
-- the most words in common, and of the best by both. searched is the number of chunks.
--
-- Scans the sketches of all chunks in an index for the nearest, and measures the candidates by their vectors. Above 20,000 chunks, a sample
-- of one in 64 first tells the distance within which about four times as many as needed are found, so that not all are sorted.
create or replace function public.devai_match_chunks(
  p_user text, p_vector extensions.vector, p_embedding_model text, p_words text[], p_scopes text[], p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
set max_parallel_workers_per_gather = 0 as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_scopes constant text[] := public.devai__own_scopes(p_scopes);
  v_counted constant integer := 2000;
  v_vector extensions.halfvec(512) := p_vector::extensions.halfvec(512);
  v_signs bit(512) := extensions.binary_quantize(v_vector)::bit(512);
  v_total integer := (
    select coalesce(sum(d.chunk_count), 0) from public.devai_documents d
    where d.project = any(array(select substr(s.scope, 10) from unnest(v_scopes) as s(scope))));
  v_sampled double precision;
  v_nearest uuid[];
  v_words record;
begin
  if v_total > 20000 then
    select s.distance into v_sampled
    from (
      select c.sketch operator(extensions.<~>) v_signs as distance from public.devai_chunks c
      where c.scope = any(v_scopes) and c.id < '04000000-0000-0000-0000-000000000000'
    ) s
    order by s.distance offset p_limit / 2 limit 1;
  end if;
  v_nearest := array(
    select c.id from public.devai_chunks c
    where c.scope = any(v_scopes) and v_signs is not null
      and c.sketch operator(extensions.<~>) v_signs <= coalesce(v_sampled, 512)
    order by c.sketch operator(extensions.<~>) v_signs, c.id limit 8 * p_limit);
  select * into v_words
  from public.devai__weigh_words('chunks', v_scopes, p_words, '{}', v_total,
    array(select c.id from unnest(v_scopes) as s(scope) cross join lateral (
      select k.id from public.devai_chunks k where k.scope = s.scope order by k.id limit 256) c),
    -- a chunk has enough words for their frequency to be meaningful even in one document
    v_total > v_counted, true, v_counted, 8 * p_limit, 1);

  return (
    with candidate as materialized (
      select c.id, c.document_id,
        case when c.embedding_model = p_embedding_model
          then nullif(1 - (c.embedding::extensions.vector operator(extensions.<=>) p_vector), 'NaN') end as similarity,
        w.weight / v_words.total_weight * 2.2 / (1 + 1.2 * (0.7 + 0.3 * c.word_count / v_words.average_words)) as word_share
      from public.devai_chunks c
      -- concatenation unpacks the words once, not for each word of the question
      cross join lateral (select c.words || '' as words offset 0) held
      cross join lateral (
        select sum(q.weight) as weight from unnest(v_words.queries, v_words.weights) as q(query, weight) where held.words @@ q.query
      ) w
      where c.id = any(v_nearest || v_words.holder_ids) and (c.scope = any(v_scopes)) is true
    ), best as (
      (select b.* from candidate b where b.similarity is not null order by b.similarity desc, b.id limit p_limit)
      union
      (select b.* from candidate b where b.word_share is not null order by b.word_share desc, b.id limit p_limit)
      union
      (select b.* from candidate b order by coalesce(b.similarity, 0) + coalesce(b.word_share, 0) desc, b.id limit p_limit)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'chunk', public.devai__chunk_json(c),
      'document', jsonb_build_object('id', d.id, 'path', d.path, 'title', d.title, 'project', nullif(public.devai__shown_scope(d.project), '')),
      'similarity', b.similarity, 'wordShare', b.word_share, 'searched', v_total)
      order by b.similarity desc nulls last, b.id), '[]')
    from best b
    join public.devai_chunks c on c.id = b.id
    join public.devai_documents d on d.id = b.document_id
  );
end $$;
