-- internal
-- The word leg of a search: which memories of some scopes hold which of the question's words, and what each word weighs. The
-- weight is BM25's: ln(1 + (N - n + 0.5) / (n + 0.5)), n of N memories holding the word. N counts as 1,000 at least: in a new store each
-- word is in a large part of the memories, and would weigh nothing.
--   total_weight     of all words of the question, those that nobody holds included
--   holder_ids, holder_weights, holder_rare   who holds words that were looked up: the sum of their weights, and whether one is rare
--   other_queries, other_weights              words that were not: they find nobody, but count for who is found, by a test
-- In scopes of up to 2,000 memories every word is looked up. In larger ones (p_sample_ids is not null) how frequent a word is, is first
-- estimated from the sample; looked up are the rarest, as long as they stand in no more than `v_most` memories together, and one at least.
create or replace function public.devai_find_words(
  p_scopes text[], p_words text[], p_total double precision, p_sample_ids uuid[], p_valid_only boolean,
  out total_weight double precision, out holder_ids uuid[], out holder_weights double precision[], out holder_rare boolean[],
  out other_queries tsquery[], out other_weights double precision[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  v_most constant integer := 6000;
  v_tags text[] := array(select public.devai_scope_tag(s.scope) from unnest(p_scopes) as s(scope));
  v_lexemes text[] := array(select t.tag || w.word from unnest(v_tags) as t(tag) cross join unnest(p_words) as w(word));
begin
  with sampled as (
    select substr(l.lexeme, 6) collate "C" as word, count(*)::double precision / cardinality(p_sample_ids) as share
    from public.devai_memories m
    cross join lateral unnest(tsvector_to_array(m.words)) as l(lexeme)
    where m.id = any(array(select unnest(p_sample_ids))) and l.lexeme = any(v_lexemes)
    group by 1
  ), word as (
    select w.word, coalesce(s.share, 0) as share,
      public.devai_any_word(array(select t.tag || w.word from unnest(v_tags) as t(tag))) as query
    from (select distinct unnest(p_words) collate "C" as word) w
    left join sampled s on s.word = w.word
  ), ordered as (
    select w.*, sum(w.share * p_total) over (order by w.share, w.word) as so_far,
      row_number() over (order by w.share, w.word) as place
    from word w
  ), looked_up as materialized (
    select o.query, o.share,
      case when o.place = 1 or o.so_far <= v_most then array(
        select m.id from public.devai_memories m
        where m.words @@ o.query and (m.is_valid or not p_valid_only)
        limit v_most
      ) end as ids
    from ordered o
  ), counted as (
    select l.query, l.ids,
      case when cardinality(l.ids) < v_most then cardinality(l.ids) else l.share * p_total end as holders
    from looked_up l
  ), weighed as materialized (
    select c.query, c.ids, c.holders <= greatest(3, least(100, p_total / 100)) as is_rare,
      ln(1 + (greatest(p_total, 1000, c.holders) - c.holders + 0.5) / (c.holders + 0.5)) as weight
    from counted c
  ), holder as (
    select h.id, sum(w.weight) as weight, bool_or(w.is_rare) as is_rare
    from weighed w cross join lateral unnest(w.ids) as h(id)
    group by h.id
  )
  select words.total_weight, words.queries, words.weights, holders.ids, holders.weights, holders.rare
  into total_weight, other_queries, other_weights, holder_ids, holder_weights, holder_rare
  from (
    select sum(w.weight) as total_weight, array_agg(w.query) filter (where w.ids is null) as queries,
      array_agg(w.weight) filter (where w.ids is null) as weights
    from weighed w
  ) words
  cross join (
    select array_agg(h.id) as ids, array_agg(h.weight) as weights, array_agg(h.is_rare) as rare from holder h
  ) holders;
end $$;
