-- The memories of some scopes that the legs of a search find for one question, with their scores. The legs:
--   vector      nearest by cosine at or above p_retrieval_threshold
--   words       best by BM25 over the question's words (a word counts once per memory; b is 0.3, because statements are short)
--   importance  importance 8 and up, with a similarity at or above p_noise_floor or a rare word in common
--   together    best by similarity plus word share, times the current strength: memories that no single leg finds
--   pinned      all pinned memories; of more than 150 the most important
-- The first three return at most p_limit rows each, the fourth 2 × p_limit. similarity is null unless both sides have a vector of
-- p_embedding_model. word_share is word_score relative to a memory of average length that contains every word of the question. searched
-- is the number of valid memories in the scopes (estimated above 2,000).
--
-- p_filter is a jsonb of { id, types, categories, sources, priorities, tags (any of them), metadata (keys
-- that it has with these values), trusts, pinned, minImportance, maxImportance,
-- sessionId, fadesBefore, since, until (created), holdsSince, holdsUntil (true then, by the time that it names), times (created or true then; an array
-- of { since, until, isAhead: only true then }), archived, asOf }, each optional. With `archived`, only archived memories are searched. With `times`, the leg
-- "together" also has those that no other leg finds, and those last whose time is open at an end, because they fit most times.
-- Without asOf a memory must be valid, unexpired and not faded now. With asOf it must have been valid and unexpired at that moment, and
-- must fit the filter as it was then (devai__memory_at). Word frequencies are those of the scopes, whatever the filter says.
--
-- Up to 500 memories, and whenever a filter narrows them, every memory is measured. Above that, candidates come from indexes
-- (sketches, words, pins) and are then measured exactly; if most of the nearest have expired or faded, every memory is measured.
-- Both paths are parts of one statement that is planned once per connection, not at each call. It does not run in parallel: the
-- plan has to expect the longer path, and starting workers takes ten times as long as the shorter one.
-- The filter is repeated in devai_list_memories: in a function of its own the planner would not see its values.
create or replace function public.devai__match_rows(
  p_vector extensions.vector, p_embedding_model text, p_words text[], p_frequent_words text[], p_scopes text[],
  p_namespaces text[], p_retrieval_threshold double precision, p_noise_floor double precision, p_limit integer, p_filter jsonb
) returns table (memory_id uuid, similarity double precision, word_score double precision, word_share double precision,
  shares_rare_word boolean, searched double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
set max_parallel_workers_per_gather = 0 as $$
declare
  v_most_pinned constant integer := 150; -- more do not fit into a block
  v_now timestamptz := public.devai__now();
  v_as_of timestamptz := (p_filter ->> 'asOf')::timestamptz;
  v_filter jsonb := jsonb_strip_nulls(coalesce(p_filter, '{}'));
  v_prefixes text[] := array(select n.name || '/' from unnest(p_namespaces) as n(name));
  v_vector extensions.halfvec(512) := p_vector::extensions.halfvec(512);
  v_size record;
  v_words record;
  v_archived boolean := coalesce((p_filter ->> 'archived')::boolean, false);
  v_is_narrowed boolean;
  v_by_index boolean;
  v_nearest uuid[];
  v_pool uuid[];
  v_times tstzmultirange := (
    select range_agg(tstzrange((t.one ->> 'since')::timestamptz, (t.one ->> 'until')::timestamptz))
    from jsonb_array_elements(p_filter -> 'times') as t(one));
  v_past tstzmultirange := (
    select coalesce(range_agg(tstzrange((t.one ->> 'since')::timestamptz, (t.one ->> 'until')::timestamptz)), '{}')
    from jsonb_array_elements(p_filter -> 'times') as t(one) where not t.one ? 'isAhead');
begin
  if p_limit is null or p_limit not between 1 and 1000 then
    raise exception using errcode = '22DV1', message = 'limit: must be 1 to 1,000';
  end if;
  select * into v_size from public.devai__measure_scopes(p_scopes);
  v_is_narrowed := v_filter <> '{}' or cardinality(v_prefixes) > 0;
  v_by_index := v_size.total > 500 and not v_is_narrowed;
  select * into v_words
  from public.devai__weigh_words('memories', p_scopes, p_words, p_frequent_words, v_size.total, v_size.sample_ids,
    v_size.is_large, v_as_of is null and not v_archived,
    case when not v_by_index then 6000 when v_size.total > 30000 then 1000 else 2000 end, case when v_by_index then 16 * p_limit end, 1000);
  if v_by_index then
    v_nearest := public.devai__nearest_by_sketch(v_vector, p_embedding_model, p_scopes, v_size.total,
      p_retrieval_threshold, p_noise_floor, p_limit, 20 * p_limit, greatest(3000, 8 * p_limit));
    v_pool := case when v_nearest is not null then v_nearest || v_words.holder_ids
      || array(
        select m.id from public.devai_memories m
        where m.scope = any(p_scopes) and m.is_valid and m.pinned
        order by m.importance desc, m.id limit v_most_pinned)
      end;
  end if;

  return query
  with holder as materialized (
    select * from unnest(v_words.holder_ids, v_words.holder_weights, v_words.holder_rare) as h(id, weight, is_rare)
  ), candidate as (
    select m.* from public.devai_memories m
    where v_pool is not null and m.id = any(v_pool)
      -- "is true" makes the planner look up the ids, never an index on the scope
      and (m.scope = any(p_scopes)) is true
      and m.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
    union all
    select m.* from (
      select m.* from public.devai_memories m
      where v_pool is null and v_as_of is null and not v_archived and m.scope = any(p_scopes)
        and m.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
      union all
      select m.* from public.devai_memories m
      where v_archived and m.scope = any(p_scopes) and m.archived
      union all
      select was.* from public.devai_memories m
      cross join lateral public.devai__memory_at(m, v_as_of) was
      where v_pool is null and v_as_of is not null and not v_archived and m.scope = any(p_scopes) and m.created_at <= v_as_of
        and (was.is_valid or was.invalidated_at > v_as_of) and (was.expires_at is null or was.expires_at > v_as_of)
    ) m
    where (not v_is_narrowed or (
        (cardinality(v_prefixes) = 0 or (m.namespace || '/') ^@ any(v_prefixes))
        and (not v_filter ? 'id' or m.id = (v_filter ->> 'id')::uuid)
        and (not v_filter ? 'types' or v_filter -> 'types' ? m.memory_type)
        and (not v_filter ? 'categories' or v_filter -> 'categories' ? m.category)
        and (not v_filter ? 'sources' or v_filter -> 'sources' ? m.source)
        and (not v_filter ? 'priorities' or v_filter -> 'priorities' ? m.priority)
        and (not v_filter ? 'tags' or v_filter -> 'tags' ?| m.tags)
        and (not v_filter ? 'metadata' or (m.metadata <> '{}' and m.metadata @> (p_filter -> 'metadata')))
        and (not v_filter ? 'minImportance' or m.importance >= (v_filter ->> 'minImportance')::integer)
        and (not v_filter ? 'maxImportance' or m.importance <= (v_filter ->> 'maxImportance')::integer)
        and (not v_filter ? 'trusts' or v_filter -> 'trusts' ? m.trust)
        and (not v_filter ? 'pinned' or m.pinned = (v_filter ->> 'pinned')::boolean)
        and (not v_filter ? 'sessionId' or m.session_id = (v_filter ->> 'sessionId')::uuid)
        and (not v_filter ? 'fadesBefore' or m.fades_at < (v_filter ->> 'fadesBefore')::timestamptz)
        and (not v_filter ? 'since' or m.created_at >= (v_filter ->> 'since')::timestamptz)
        and (not v_filter ? 'until' or m.created_at < (v_filter ->> 'until')::timestamptz)
        and (not v_filter ? 'holdsSince' or m.holds_until > (v_filter ->> 'holdsSince')::timestamptz
          or (m.holds_until is null and m.holds_from is not null))
        and (not v_filter ? 'holdsUntil' or m.holds_from < (v_filter ->> 'holdsUntil')::timestamptz
          or (m.holds_from is null and m.holds_until is not null))
        and (v_times is null or m.created_at <@ v_past
          -- a range without bounds overlaps everything
          or (coalesce(m.holds_from, m.holds_until) is not null and tstzrange(m.holds_from, m.holds_until) && v_times))))
  ), pool as materialized (
    -- cast to vector: without CPU instructions for half-precision numbers, the engine would unpack both sides for each term of the cosine
    select c.id, c.importance, c.pinned, c.fades_at, c.strength, greatest(c.last_accessed_at, c.holds_from, c.holds_until) as fades_from,
      coalesce(h.is_rare, false) as is_rare, h.weight,
      v_times is not null and (c.holds_from is null) <> (c.holds_until is null) and not c.created_at <@ v_past
        and not coalesce(c.holds_from, c.holds_until - interval '1 microsecond') <@ v_times as is_open,
      2.2 / (1 + 1.2 * (0.7 + 0.3 * c.word_count / v_words.average_words)) as brevity,
      case when c.embedding_model = p_embedding_model
        then nullif(1 - (c.embedding::extensions.vector operator(extensions.<=>) p_vector), 'NaN') end as similarity
    from candidate c
    left join holder h on h.id = c.id
  ), found as (
    (select p.* from pool p where p.similarity >= p_retrieval_threshold
      order by p.similarity desc, p.id limit p_limit)
    union
    (select p.* from pool p where p.weight is not null
      order by p.weight * p.brevity desc, p.id limit p_limit)
    union
    (select p.* from pool p where p.importance >= 8 and (p.similarity >= p_noise_floor or p.is_rare)
      order by p.similarity desc nulls last, p.id limit p_limit)
    union
    (select p.* from pool p where p.similarity >= p_retrieval_threshold or p.weight is not null or v_times is not null
      order by p.is_open, p.strength * case when p.fades_at = 'infinity' then 1
          else power(public.devai__decay_base(), greatest(0, extract(epoch from v_now - p.fades_from)::double precision) / 86400) end
        * (coalesce(p.similarity, 0) + coalesce(p.weight * p.brevity / v_words.total_weight, 0)) desc, p.id
      limit 2 * p_limit)
    union
    (select p.* from pool p where p.pinned order by p.importance desc, p.id limit v_most_pinned)
  )
  select f.id, f.similarity, f.brevity * held.weight, f.brevity * held.weight / v_words.total_weight,
    coalesce(held.is_rare, false), v_size.total
  from found f
  cross join lateral (
    -- forces a lookup by id, even if the statement was planned while the table was small
    select m.words from public.devai_memories m where m.id = f.id limit 1
  ) m
  cross join lateral (
    select sum(w.weight) as weight, bool_or(w.is_rare) as is_rare
    from unnest(v_words.queries, v_words.weights, v_words.rare) as w(query, weight, is_rare)
    where m.words @@ w.query
  ) held;
end $$;
