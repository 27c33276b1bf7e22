-- Past messages of some scopes that may answer a question (devai_said): an array of { message, sessionName, similarity, wordShare,
-- before, after, searched, superseded }, nearest first. `before` and `after` are the { similarity, wordShare } of the messages next to it.
-- `superseded` lists the texts of superseded memories that were taken from it, and the earlier texts of edited ones. The figures are those
-- of devai__match_rows. Leaves out the messages of p_session_id after its summary, because they are in the running session's context, and those that the
-- user keeps out of the prompts of their session. Of a
-- long message it returns the 4,000 characters with the most words of the question.
--
-- p_times: only messages of these times, a jsonb of [{ since, until }], also those that no leg finds; empty: of any.
--
-- Candidates are the nearest by sketch among the newest 20,000 of each scope, and the messages that contain the question's words. p_limit
-- applies to each kind. Above 2,000 messages (`searched` is estimated then) a sample of one in 16 tells word frequencies and the distance
-- within which four times as many as needed are found: only those are sorted.
create or replace function public.devai_match_said(
  p_user text, p_vector extensions.vector, p_embedding_model text, p_words text[], p_frequent_words text[], p_scopes text[],
  p_session_id uuid, p_limit integer, p_times jsonb
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
set max_parallel_workers_per_gather = 0 as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_most constant integer := 20000;
  v_counted constant integer := 2000;
  v_shown constant integer := 4000;
  -- a few suffice to find a place
  v_sought text[] := array(select public.devai__stem(w.word) from unnest(p_words[1:30]) as w(word));
  v_vector extensions.halfvec(512) := p_vector::extensions.halfvec(512);
  v_signs bit(512) := extensions.binary_quantize(v_vector)::bit(512);
  v_session uuid := coalesce(p_session_id, '00000000-0000-0000-0000-000000000000');
  v_shown_after integer := (select s.summary_through from public.devai_sessions s where s.id = p_session_id and s.user_id = v_user);
  v_wanted constant integer := 8 * p_limit;
  v_nearest uuid[];
  v_sample uuid[];
  v_distances double precision[];
  v_total integer;
  v_is_large boolean;
  v_limit double precision;
  v_words record;
  v_times tstzmultirange := (
    select range_agg(tstzrange((t.one ->> 'since')::timestamptz, (t.one ->> 'until')::timestamptz))
    from jsonb_array_elements(p_times) as t(one));
  -- for the index
  v_since timestamptz := coalesce(lower(v_times), '-infinity');
  v_until timestamptz := coalesce(upper(v_times), 'infinity');
begin
  p_scopes := public.devai__own_scopes(p_scopes);
  if not exists (select from public.devai_said s where s.scope = any(p_scopes)) then
    return '[]';
  end if;
  select array_agg(n.message_id), array_agg(n.distance) into v_sample, v_distances
  from (
    select n.message_id, n.distance
    from unnest(p_scopes) as scope(name)
    cross join lateral (
      select s.message_id, s.sketch operator(extensions.<~>) v_signs as distance
      from public.devai_said s
      -- the condition of the partial index
      where s.scope = scope.name and uuid_hash(s.message_id) % 16 = 0 and (s.session_id <> v_session or (s.number > v_shown_after) is not true)
        and s.created_at >= v_since and s.created_at < v_until and (v_times is null or s.created_at <@ v_times)
      order by s.created_at desc limit v_most / 16) n
    order by n.distance, n.message_id
  ) n;
  v_total := 16 * coalesce(cardinality(v_sample), 0);
  v_is_large := v_total > v_counted;
  v_limit := coalesce(v_distances[v_wanted / 4], 'infinity');
  with newest as materialized (
    select n.message_id, n.distance
    from unnest(p_scopes) as scope(name)
    cross join lateral (
      select s.message_id, s.sketch operator(extensions.<~>) v_signs as distance
      from public.devai_said s
      where s.scope = scope.name and (s.session_id <> v_session or (s.number > v_shown_after) is not true)
        and s.created_at >= v_since and s.created_at < v_until and (v_times is null or s.created_at <@ v_times)
      order by s.created_at desc limit v_most) n
    where not v_is_large or n.distance <= v_limit
  )
  select case when v_is_large then v_total else count(*) end,
    case when v_is_large
      then array(select n.id from unnest(v_sample) with ordinality as n(id, place) where n.place % greatest(1, v_total / 16 / 128) = 0)
      -- for their average length
      else array(select n.message_id from newest n order by uuid_hash(n.message_id) limit 128) end,
    array(select n.message_id from newest n where n.distance is not null or v_times is not null order by n.distance, n.message_id limit v_wanted)
  into v_total, v_sample, v_nearest
  from newest;
  select * into v_words
  from public.devai__weigh_words('said', p_scopes, p_words, p_frequent_words, v_total, v_sample, v_is_large, true,
    case when v_total >= v_most then 1000 else v_counted end, v_wanted, 1000);

  return (
    with candidate as materialized (
      select s.message_id, s.session_id, s.number,
        case when s.embedding_model = p_embedding_model
          then nullif(1 - (s.embedding::extensions.vector operator(extensions.<=>) p_vector), 'NaN') end as similarity,
        v_words.holder_weights[array_position(v_words.holder_ids, s.message_id)] as weight
      from public.devai_said s
      where s.message_id = any(v_nearest || v_words.holder_ids) and (s.scope = any(p_scopes)) is true
        and (s.session_id <> v_session or (s.number > v_shown_after) is not true) and (v_times is null or s.created_at <@ v_times)
    ), best as materialized (
      (select c.* from candidate c where c.similarity is not null order by c.similarity desc, c.message_id limit p_limit)
      union
      (select c.* from candidate c where c.weight is not null order by c.weight desc, c.message_id limit p_limit)
      union
      (select c.* from candidate c
        order by coalesce(c.similarity, 0) + coalesce(c.weight / v_words.total_weight, 0) desc, c.message_id limit p_limit)
    ), placed as (
      select b.message_id, 'own' as place, b.message_id as id from best b
      union all
      select b.message_id, 'before', t.message_id from best b
      cross join lateral (
        select t.message_id from public.devai_said t
        where t.session_id = b.session_id and t.number < b.number order by t.number desc limit 1) t
      union all
      select b.message_id, 'after', t.message_id from best b
      cross join lateral (
        select t.message_id from public.devai_said t
        where t.session_id = b.session_id and t.number > b.number order by t.number limit 1) t
    ), measured as materialized (
      select t.message_id as id, jsonb_build_object(
        'similarity', case when t.embedding_model = p_embedding_model
          then nullif(1 - (t.embedding::extensions.vector operator(extensions.<=>) p_vector), 'NaN') end,
        'wordShare', 2.2 / (1 + 1.2 * (0.7 + 0.3 * t.word_count / v_words.average_words)) / v_words.total_weight * (
          select sum(w.weight) from unnest(v_words.queries, v_words.weights) as w(query, weight) where t.words @@ w.query)) as figures
      from public.devai_said t
      where t.message_id = any(array(select p.id from placed p))
    ), figures as (
      select p.message_id, jsonb_object_agg(p.place, m.figures) as of
      from placed p join measured m on m.id = p.id
      group by p.message_id
    )
    select coalesce(jsonb_agg(
      (f.of -> 'own') || jsonb_build_object(
        'message', public.devai__message_json(m) || jsonb_build_object('content',
          case when length(m.content) <= v_shown then m.content else (
            select part.content
            from generate_series(1, length(m.content), v_shown / 2) as f(start)
            cross join lateral (select substr(m.content, f.start, v_shown) as content) part
            order by (select count(*) from unnest(v_sought) as w(word) where strpos(lower(part.content), w.word) > 0) desc, f.start
            limit 1) end),
        'sessionName', s.name, 'before', f.of -> 'before', 'after', f.of -> 'after', 'searched', v_total,
        'superseded', array(
          select o.content from public.devai_memories o
          where o.session_id = b.session_id and public.devai__is_readable(o.scope) and not o.is_valid and not o.archived and o.superseded_by is not null
            and o.evidence @> jsonb_build_array(jsonb_build_object('sessionId', b.session_id, 'messages', jsonb_build_array(b.number)))
            and not public.devai__was_merged(o.id)
          union all
          select e.before ->> 'content' from public.devai_memories o
          join public.devai_memory_events e on e.memory_id = o.id and e.action = 'updated' and e.before ->> 'content' <> o.content
          where o.session_id = b.session_id and public.devai__is_readable(o.scope) and (e.user_id is null or e.user_id = v_user) and o.is_valid
            and o.evidence @> jsonb_build_array(jsonb_build_object('sessionId', b.session_id, 'messages', jsonb_build_array(b.number)))))
      order by b.similarity desc nulls last, m.id), '[]')
    from best b
    join figures f on f.message_id = b.message_id
    join public.devai_messages m on m.id = b.message_id
    join public.devai_sessions s on s.id = b.session_id
    where (s.choices -> 'hidden' @> to_jsonb(b.number)) is not true
  );
end $$;
