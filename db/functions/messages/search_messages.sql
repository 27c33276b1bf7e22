-- Past messages of the user in one project (null: without a project) that contain at least one of the words, best first, then newest: an array of {
-- message, wordScore }. The score sums the weights of the matching words, ln(1 + 1 / share of messages that contain the word), so a
-- rare word counts more than a frequent one. Without words: the user's messages, newest first, without notices of the host. p_for_prompt
-- leaves out what the user keeps out of the prompts of its session.
--
-- Ranks the newest 200 messages that contain any of the words, and the newest 100 that contain all of the four rarest. "Any" leaves out
-- frequent words (together in more than 5,000 messages, by the planner's statistics) if there is a rarer one, so a million messages with
-- "the" are neither read nor ranked. Without statistics (a small or new store) every word counts the same.
create or replace function public.devai_search_messages(
  p_user text, p_words text[], p_project text, p_session_id uuid, p_since timestamptz, p_until timestamptz, p_limit integer, p_for_prompt boolean
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_words text[];
  v_weights double precision[];
  v_any tsquery;
  v_all tsquery;
begin
  with frequent as materialized (
    select f.word, f.share from public.devai__frequent_words() f
  ), weighed as (
    select distinct w.word, coalesce(f.share, 0.0005) as share
    from (select public.devai__stem(p.word) as word from unnest(p_words) as p(word)) w
    left join frequent f on f.word = w.word
    where octet_length(w.word) between 1 and 255
  ), ranked as (
    select word, share, sum(share) over (order by share, word) as share_so_far, row_number() over (order by share, word) as rank
    from weighed
  )
  select array_agg(r.word order by r.rank), array_agg(ln(1 + 1 / r.share) order by r.rank),
    public.devai__words_query(array_agg(r.word) filter (where r.rank = 1
      or r.share_so_far * (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.devai_messages'::regclass) <= 5000), '|'),
    public.devai__words_query(array_agg(r.word) filter (where r.rank <= 4), '&')
  into v_words, v_weights, v_any, v_all
  from ranked r;

  return (
    with found as (
      (select m.id, m.words, m.created_at, m.number
       from public.devai_messages m
       where (m.words @@ v_any or (cardinality(p_words) = 0 and m.role = 'user' and m.type <> 'notice'))
         and m.user_id = v_user and coalesce(m.project, '') = coalesce(p_project, '')
         and (p_session_id is null or m.session_id = p_session_id)
         and (p_since is null or m.created_at >= p_since) and (p_until is null or m.created_at < p_until)
       order by m.created_at desc
       limit 200)
      union all
      (select m.id, m.words, m.created_at, m.number
       from public.devai_messages m
       where m.words @@ v_all and m.user_id = v_user and coalesce(m.project, '') = coalesce(p_project, '')
         and (p_session_id is null or m.session_id = p_session_id)
         and (p_since is null or m.created_at >= p_since) and (p_until is null or m.created_at < p_until)
       order by m.created_at desc
       limit 100)
    ), best as (
      select distinct on (score, f.created_at, f.number, f.id) f.id, f.created_at, f.number, s.score
      from found f
      cross join lateral (
        select coalesce(sum(w.weight), 0) as score
        from unnest(v_words, v_weights) as w(word, weight)
        where w.word = any (tsvector_to_array(f.words))
      ) s
      order by s.score desc, f.created_at desc, f.number desc, f.id
      limit p_limit
    )
    select coalesce(jsonb_agg(
      jsonb_build_object('message', public.devai__message_json(m), 'wordScore', b.score)
      order by b.score desc, b.created_at desc, b.number desc), '[]')
    from best b
    join public.devai_messages m on m.id = b.id
    join public.devai_sessions o on o.id = m.session_id
    where not p_for_prompt or (o.choices -> 'hidden' @> to_jsonb(m.number)) is not true
  );
end $$;
