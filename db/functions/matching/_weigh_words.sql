-- Called by devai__match_rows, devai_match_said, devai_match_sessions and devai_match_chunks, under whose settings it plans.
-- The word leg of a search: the weight of each word of the question, and the rows of some scopes that contain it. p_of says which rows:
-- 'memories', 'said', 'gists' (by session) or 'chunks'. Below, they are all called memories. The weight is that of BM25: ln(1 + (N - n +
-- 0.5) / (n + 0.5)), where n of N memories contain the word. N is at least p_least, because in a new store every word is in a large share
-- of the memories and would weigh nothing. Of the words that are frequent in a language (p_frequent_words), the share is believed.
--   total_weight                              of all words of the question, also those that no memory contains
--   average_words                             words per memory of the sample
--   queries, weights, rare                    one entry per word: a query to test found memories with, its weight, and whether few
--                                             memories contain it
--   holder_ids, holder_weights, holder_rare   the p_holders heaviest memories (null: all) that contain looked-up words: the sum of their
--                                             weights, and whether one of the words is rare
-- A word that no memory contains is looked up by its parts, because some languages join words: "Augenoperation" finds "Auge". Matches by
-- a part count half. Long texts are excepted, because they name their subject often enough.
--
-- Looks up every word, unless p_estimated says that there are too many memories for that. It then estimates word frequencies from the
-- sample and looks up the rarest words (at least one) until p_most memories contain them together, by estimate or by count. The remaining
-- words find no memories, but count for the memories found.
create or replace function public.devai__weigh_words(
  p_of text, p_scopes text[], p_words text[], p_frequent_words text[], p_total double precision, p_sample_ids uuid[],
  p_estimated boolean, p_valid_only boolean, p_most integer, p_holders integer, p_least integer,
  out total_weight double precision, out average_words double precision, out queries tsquery[], out weights double precision[],
  out rare boolean[], out holder_ids uuid[], out holder_weights double precision[], out holder_rare boolean[]
)
language plpgsql stable set search_path = '' as $$
declare
  v_short constant integer := 30;
  v_tags text[] := array(select public.devai__scope_tag(s.scope) from unnest(p_scopes) as s(scope));
begin
  if cardinality(p_words) = 0 then
    return;
  end if;
  with recursive sampled as materialized (
    select m.words, m.word_count from public.devai_memories m where p_of = 'memories' and m.id = any(p_sample_ids)
    union all
    select s.words, s.word_count from public.devai_said s where p_of = 'said' and s.message_id = any(p_sample_ids)
    union all
    select g.words, g.word_count from public.devai_gists g where p_of = 'gists' and g.session_id = any(p_sample_ids)
    union all
    -- concatenation unpacks the words once: a chunk has many, and they would be unpacked for each word of the question
    select c.words || '', c.word_count from public.devai_chunks c where p_of = 'chunks' and c.id = any(p_sample_ids)
  ), word as materialized (
    select w.word, public.devai__words_query(array(select t.tag || w.word from unnest(v_tags) as t(tag)), '|') as query,
      w.written, w.is_frequent
    from (
      select public.devai__stem(w.word) collate "C" as word, min(w.word) filter (where w.word ~ '^[a-z]{7,}$') as written,
        bool_or(w.word = any(p_frequent_words)) as is_frequent
      from unnest(p_words) as w(word)
      group by 1
    ) w
  ), shared as materialized (
    select w.*, case when p_estimated then
      (select count(*) from sampled s where s.words @@ w.query)::double precision / cardinality(p_sample_ids) else 0 end as share
    from word w
  ), ordered as materialized (
    select s.*, sum(s.share * p_total) over (order by s.share, s.word) as so_far,
      row_number() over (order by s.share, s.word) as place
    from shared s
  ), looked_up as (
    select 0::bigint as place, null::tsquery as query, null::double precision as share, null::text as written, false as is_frequent,
      null::uuid[] as ids, 0 as found
    union all
    select o.place, o.query, o.share, case when cardinality(p_words) <= v_short then o.written end, o.is_frequent,
      held.ids, l.found + coalesce(cardinality(held.ids), 0)
    from looked_up l
    join ordered o on o.place = l.place + 1
    cross join lateral (
      select case when o.place = 1 or not p_estimated or (o.so_far <= p_most and l.found < p_most) then array(
        select m.id from public.devai_memories m
        where p_of = 'memories' and m.words @@ o.query and (m.is_valid or not p_valid_only)
        union all
        select s.message_id from public.devai_said s where p_of = 'said' and s.words @@ o.query
        union all
        select g.session_id from public.devai_gists g where p_of = 'gists' and g.words @@ o.query
        union all
        select c.id from public.devai_chunks c where p_of = 'chunks' and c.words @@ o.query
        limit p_most
      ) end as ids offset 0
    ) held
  ), counted as (
    select l.query, l.ids, false as is_part, l.is_frequent,
      case when cardinality(l.ids) < p_most then cardinality(l.ids) else l.share * p_total end as holders
    from looked_up l
    where l.place > 0 and (l.ids = '{}' and l.written is not null) is not true
    union all
    select part.query, held.ids, true, l.is_frequent, cardinality(held.ids)
    from looked_up l
    cross join lateral (select public.devai__parts_query(l.written, v_tags) as query offset 0) part
    cross join lateral (
      select array(
        select m.id from public.devai_memories m
        where p_of = 'memories' and m.words @@ part.query and (m.is_valid or not p_valid_only)
        union all
        select s.message_id from public.devai_said s where p_of = 'said' and s.words @@ part.query
        union all
        select g.session_id from public.devai_gists g where p_of = 'gists' and g.words @@ part.query
        union all
        select c.id from public.devai_chunks c where p_of = 'chunks' and c.words @@ part.query
        limit p_most
      ) as ids
    ) held
    where l.ids = '{}' and l.written is not null
  ), weighed as materialized (
    select c.query, c.ids, not c.is_part and c.holders <= greatest(3, least(100, p_total / 100)) as is_rare,
      case when c.is_part then 0.5 else 1 end
        * ln(1 + (greatest(p_total, case when c.is_frequent then 1 else p_least end, c.holders) - c.holders + 0.5) / (c.holders + 0.5))
        as weight,
      case when c.is_part then ln(1 + (greatest(p_total, p_least) + 0.5) / 0.5) end as weight_of_whole
    from counted c
  ), holder as (
    select h.id, sum(w.weight) as weight, bool_or(w.is_rare) as is_rare
    from weighed w cross join lateral unnest(w.ids) as h(id)
    group by h.id
    order by weight desc, h.id
    limit p_holders
  )
  select words.total_weight, words.queries, words.weights, words.rare, holders.ids, holders.weights, holders.rare, average.words
  into total_weight, queries, weights, rare, holder_ids, holder_weights, holder_rare, average_words
  from (
    select sum(coalesce(w.weight_of_whole, w.weight)) as total_weight, array_agg(w.query) as queries, array_agg(w.weight) as weights, array_agg(w.is_rare) as rare
    from weighed w
  ) words
  cross join (
    select array_agg(h.id) as ids, array_agg(h.weight) as weights, array_agg(h.is_rare) as rare from holder h
  ) holders
  cross join (select greatest(avg(s.word_count), 1) as words from sampled s) average;
end $$;
