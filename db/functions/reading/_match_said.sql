-- What was said that may answer a question, in some scopes (devai_said): an array of { message, sessionName, similarity, wordShare,
-- before, after, searched }, nearest first. before and after are { similarity, wordShare } of what was said next to it. The figures
-- are those of devai__match_rows. Leaves out what stands in the running session's context: all after its summary.
--
-- Candidates are the nearest by sketch of the newest 20,000 in each scope, and who holds the question's words. p_limit: of each kind.
create or replace function public.devai__match_said(
  p_vector extensions.vector, p_embedding_model text, p_words text[], p_scopes text[], p_session_id uuid, p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
set max_parallel_workers_per_gather = 0 as $$
declare
  v_most constant integer := 20000;
  v_counted constant integer := 2000;
  v_vector extensions.halfvec(512) := p_vector::extensions.halfvec(512);
  v_signs bit(512) := extensions.binary_quantize(v_vector)::bit(512);
  v_shown_after integer := (select s.summary_through from public.devai_sessions s where s.id = p_session_id);
  v_newest uuid[];
  v_nearest uuid[];
  v_total integer;
  v_words record;
begin
  select coalesce(array_agg(n.message_id), '{}'),
    (array_agg(n.message_id order by n.distance, n.message_id) filter (where n.distance is not null))[1:8 * p_limit]
  into v_newest, v_nearest
  from unnest(p_scopes) as scope(name)
  cross join lateral (
    select s.message_id, s.sketch operator(extensions.<~>) v_signs as distance
    from public.devai_said s
    where s.scope = scope.name and not (s.session_id = p_session_id and s.number > v_shown_after) is true
    order by s.created_at desc limit v_most) n;
  v_total := cardinality(v_newest);
  select * into v_words
  from public.devai__weigh_words(p_scopes, p_words, v_total,
    array(select v_newest[place] from generate_series(1, v_total, greatest(1, v_total / 256)) as place),
    v_total > v_counted, true, v_counted, 8 * p_limit, 1000);

  return (
    with candidate as materialized (
      select s.message_id, s.session_id, s.number,
        case when s.embedding_model = p_embedding_model
          then nullif(1 - (s.embedding operator(extensions.<=>) v_vector), 'NaN') end as similarity,
        h.weight
      from public.devai_said s
      left join unnest(v_words.holder_ids, v_words.holder_weights) as h(id, weight) on h.id = s.message_id
      where s.message_id = any(v_nearest || v_words.holder_ids) and (s.scope = any(p_scopes)) is true
        and not (s.session_id = p_session_id and s.number > v_shown_after) is true
    ), best as materialized (
      (select c.* from candidate c where c.similarity is not null order by c.similarity desc, c.message_id limit p_limit)
      union
      (select c.* from candidate c where c.weight is not null order by c.weight desc, c.message_id limit p_limit)
      union
      (select c.* from candidate c
        order by coalesce(c.similarity, 0) + coalesce(c.weight / v_words.total_weight, 0) desc, c.message_id limit p_limit)
    )
    select coalesce(jsonb_agg(
      own.figures || jsonb_build_object(
        'message', public.devai__message_json(m) || jsonb_build_object('content', left(m.content, 4000)),
        'sessionName', s.name, 'before', before.figures, 'after', after.figures, 'searched', v_total)
      order by b.similarity desc nulls last, m.id), '[]')
    from best b
    join public.devai_messages m on m.id = b.message_id
    join public.devai_sessions s on s.id = b.session_id
    cross join lateral (
      select public.devai__measure_said(t, v_vector, p_embedding_model, v_words.queries, v_words.weights,
        v_words.total_weight, v_words.average_words) as figures
      from public.devai_said t where t.message_id = b.message_id
    ) own
    left join lateral (
      select public.devai__measure_said(t, v_vector, p_embedding_model, v_words.queries, v_words.weights,
        v_words.total_weight, v_words.average_words) as figures
      from public.devai_said t where t.session_id = b.session_id and t.number < b.number order by t.number desc limit 1
    ) before on true
    left join lateral (
      select public.devai__measure_said(t, v_vector, p_embedding_model, v_words.queries, v_words.weights,
        v_words.total_weight, v_words.average_words) as figures
      from public.devai_said t where t.session_id = b.session_id and t.number > b.number order by t.number limit 1
    ) after on true
  );
end $$;
