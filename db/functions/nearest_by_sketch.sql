-- internal
-- The ids of the valid memories of some scopes that may be among the p_wanted nearest to a vector, or as near as p_threshold; with
-- p_important of those of importance 8 and up alone. What it finds has to be ranked by the vectors themselves. Null when most
-- of them have expired or faded: then each memory has to be looked at. Empty without a vector.
--
-- Read from a covering index, by sketches: the signs of a vector's figures. The question's own figures are taken as one of four
-- values each (the best for normally distributed ones, Max 1960: ±0.45 and ±1.51 of their deviation), which is ±0.98 and ±0.53: two
-- sketches, whose Hamming distances h and k estimate the cosine as 2.1445 - 0.002933 (1.857 h + k). The estimate's error has a deviation of
-- about 0.036, half of that of h alone. So after a first look at the best, only those stay whose estimate is at most 0.12 worse
-- than what is found already: few when the answer is there, up to p_most when all are equally foreign. Where that look shows that the
-- estimates are too low, which vectors with a few great figures do, more stay.
create or replace function public.devai_nearest_by_sketch(
  p_vector extensions.halfvec, p_embedding_model text, p_scopes text[], p_important boolean,
  p_threshold double precision, p_wanted integer, p_most integer
) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  v_margin double precision := 0.12;
  v_first_margin constant double precision := 0.25;
  v_now timestamptz := public.devai_now();
  v_first integer := 4 * p_wanted;
  v_step extensions.halfvec;
  v_signs bit(512);
  v_sizes bit(512);
  v_ids uuid[];
  v_distances double precision[];
  v_fresh integer;
  v_similarity double precision;
begin
  if p_vector is null then
    return '{}';
  end if;
  v_step := array_fill((0.98 * extensions.l2_norm(p_vector) / sqrt(512))::real, array[512])::extensions.halfvec;
  v_signs := extensions.binary_quantize(p_vector)::bit(512);
  v_sizes := extensions.binary_quantize(p_vector operator(extensions.-) v_step)::bit(512)
    | (~ v_signs & extensions.binary_quantize(p_vector operator(extensions.+) v_step)::bit(512));

  select array_agg(n.id order by n.distance), array_agg(n.distance order by n.distance) into v_ids, v_distances
  from (
    select s.id, s.distance
    from (
      select m.id,
        1.857 * (m.sketch operator(extensions.<~>) v_signs) + (m.sketch operator(extensions.<~>) v_sizes) as distance
      from public.devai_memories m
      where m.scope = any(p_scopes) and m.is_valid and (not p_important or m.importance >= 8)
      offset 0 -- the distance is computed once
    ) s
    where s.distance <= (2.1445 - p_threshold + v_first_margin) / 0.002933
    order by s.distance
    limit p_most
  ) n;

  select count(*), (array_agg(f.similarity order by f.similarity desc) filter (where f.similarity is not null))[p_wanted],
    v_margin + greatest(0, avg(f.similarity - (2.1445 - 0.002933 * f.distance)))
  into v_fresh, v_similarity, v_margin
  from (
    select n.distance, case when m.embedding_model = p_embedding_model
      then nullif(1 - (m.embedding operator(extensions.<=>) p_vector), 'NaN') end as similarity
    from unnest(v_ids[1:v_first], v_distances[1:v_first]) as n(id, distance)
    join public.devai_memories m on m.id = n.id
    where m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
  ) f;
  if v_fresh < cardinality(v_ids[1:v_first]) / 2 then
    return null;
  end if;
  return coalesce(v_ids[1:greatest(v_first, (
    select count(*) from unnest(v_distances) as d(distance)
    where d.distance <= (2.1445 - greatest(v_similarity, p_threshold) + v_margin) / 0.002933
  )::integer)], '{}');
end $$;
