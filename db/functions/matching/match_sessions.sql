-- Earlier sessions of a project (null: without a project) that a new one may continue, by their gists: { recent, related }. `recent` holds
-- the p_recent last active ones, latest first. `related` holds the p_limit nearest by vector and the p_limit with the most words in
-- common. Each is { session: { id, name, gist, lastActiveAt }, similarity, wordShare, searched }, with the figures of devai__match_rows.
-- Never returns p_session_id.
--
-- Searches the newest 20,000 gists for the nearest.
create or replace function public.devai_match_sessions(
  p_user text, p_vector extensions.vector, p_embedding_model text, p_words text[], p_frequent_words text[], p_project text,
  p_session_id uuid, p_recent integer, p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
set max_parallel_workers_per_gather = 0 as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_most constant integer := 20000;
  v_counted constant integer := 2000;
  v_scope text := public.devai__own_scope('gist/' || coalesce(p_project, ''));
  v_vector extensions.halfvec(512) := p_vector::extensions.halfvec(512);
  v_signs bit(512) := extensions.binary_quantize(v_vector)::bit(512);
  v_newest uuid[];
  v_nearest uuid[];
  v_total integer;
  v_words record;
begin
  with newest as materialized (
    select g.session_id, g.sketch operator(extensions.<~>) v_signs as distance
    from public.devai_gists g
    where g.scope = v_scope
    order by g.created_at desc limit v_most
  )
  select array(select n.session_id from newest n),
    array(select n.session_id from newest n where n.distance is not null order by n.distance, n.session_id limit 8 * p_limit)
  into v_newest, v_nearest;
  v_total := cardinality(v_newest);
  select * into v_words
  from public.devai__weigh_words('gists', array[v_scope], p_words, p_frequent_words, v_total,
    array(select v_newest[place] from generate_series(1, v_total, greatest(1, v_total / 256)) as place),
    v_total > v_counted, true, v_counted, 8 * p_limit, 1000);

  return (
    with latest as materialized (
      select s.id, row_number() over (order by s.last_active_at desc, s.id) as place
      from public.devai_sessions s
      where s.user_id = v_user and s.gist is not null and coalesce(s.project, '') = coalesce(p_project, '') and s.id is distinct from p_session_id
      order by s.last_active_at desc, s.id
      limit p_recent
    ), measured as materialized (
      select g.session_id, m.similarity, w.weight,
        w.weight / v_words.total_weight * 2.2 / (1 + 1.2 * (0.7 + 0.3 * g.word_count / v_words.average_words)) as word_share
      from public.devai_gists g
      cross join lateral (
        select case when g.embedding_model = p_embedding_model
          then nullif(1 - (g.embedding::extensions.vector operator(extensions.<=>) p_vector), 'NaN') end as similarity
      ) m
      cross join lateral (
        select sum(q.weight) as weight from unnest(v_words.queries, v_words.weights) as q(query, weight) where g.words @@ q.query
      ) w
      where g.session_id = any(v_nearest || v_words.holder_ids || array(select l.id from latest l))
        and g.scope = v_scope and g.session_id is distinct from p_session_id
    ), best as materialized (
      (select b.* from measured b where b.similarity is not null order by b.similarity desc, b.session_id limit p_limit)
      union
      (select b.* from measured b where b.weight is not null order by b.weight desc, b.session_id limit p_limit)
    ), found as materialized (
      select b.session_id, l.place, b.session_id in (select k.session_id from best k) as is_best, jsonb_build_object(
        'session', jsonb_build_object('id', s.id, 'name', s.name, 'gist', s.gist, 'lastActiveAt', s.last_active_at),
        'similarity', b.similarity, 'wordShare', b.word_share, 'searched', v_total) as item
      from measured b
      join public.devai_sessions s on s.id = b.session_id
      left join latest l on l.id = b.session_id
      where l.id is not null or b.session_id in (select k.session_id from best k)
    )
    select jsonb_build_object(
      'recent', coalesce(jsonb_agg(f.item order by f.place) filter (where f.place is not null), '[]'),
      'related', coalesce(jsonb_agg(f.item order by f.session_id) filter (where f.is_best), '[]'))
    from found f
  );
end $$;
