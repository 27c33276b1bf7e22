-- Called by devai__match_rows, under whose settings it plans.
-- Returns the ids of valid memories in some scopes that may be among the p_wanted nearest to a vector and may be as near as p_threshold,
-- and of at most p_important memories of importance 8 and up that may be among the nearest of those and as near as p_noise_floor. The
-- caller ranks them by the vectors themselves. Returns null if most of the nearest have expired or faded; the caller then measures every
-- memory. Returns an empty array without a vector.
--
-- Reads sketches (the signs of a vector's figures) from a covering index. The figures of the question are quantised to four values (the
-- optimum for a normal distribution, Max 1960: ±0.45 and ±1.51 standard deviations), which are ±0.98 ±0.53. That gives two sketches,
-- whose Hamming distances h and k estimate the cosine as 2.1445 - 0.002933 (1.857 h + k). The error of the estimate has a standard
-- deviation of about 0.036, half of that with h alone. The best by estimate are measured first. Of the others only those stay whose
-- estimate is at most 0.10 below the p_wanted-th cosine and at most 0.07 below p_threshold: few if the answer is there, up to p_most if all
-- are equally foreign. If the first measurements show that the estimates are too low, as for vectors with a few large figures, more stay.
--
-- Above 2,000 memories (p_total) a sample of one memory in 16 or 64 first tells the distance within which about p_most are found. Skipping
-- the others in the scan takes a third of the time of sorting them.
create or replace function public.devai__nearest_by_sketch(
  p_vector extensions.halfvec, p_embedding_model text, p_scopes text[], p_total double precision,
  p_threshold double precision, p_noise_floor double precision, p_wanted integer, p_important integer, p_most integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  v_margin constant double precision := 0.10;
  v_threshold_margin constant double precision := 0.07;
  v_first_margin constant double precision := 0.15;
  v_now timestamptz := public.devai__now();
  v_first integer := 4 * p_wanted;
  v_step extensions.halfvec;
  v_signs bit(512);
  v_sizes bit(512);
  v_limit double precision := (2.1445 - p_threshold + v_first_margin) / 0.002933;
  v_important_limit double precision := (2.1445 - p_noise_floor + v_first_margin) / 0.002933;
  v_share constant integer := case when p_total > 30000 then 64 else 16 end;
  v_sample_end constant uuid := case when p_total > 30000
    then '04000000-0000-0000-0000-000000000000' else '10000000-0000-0000-0000-000000000000' end;
  v_highest_limit double precision;
  v_sampled double precision[];
  v_sampled_important double precision[];
  v_ids uuid[];
  v_distances double precision[];
  v_important uuid[];
  v_important_distances double precision[];
  v_fresh integer;
  v_similarity double precision;
  v_too_low double precision;
begin
  if p_vector is null then
    return '{}';
  end if;
  v_step := array_fill((0.98 * extensions.l2_norm(p_vector) / sqrt(512))::real, array[512])::extensions.halfvec;
  v_signs := extensions.binary_quantize(p_vector)::bit(512);
  v_sizes := extensions.binary_quantize(p_vector operator(extensions.-) v_step)::bit(512)
    | (~ v_signs & extensions.binary_quantize(p_vector operator(extensions.+) v_step)::bit(512));

  if p_total > 2000 then
    select array_agg(s.distance), array_agg(s.distance) filter (where s.importance >= 8)
    into v_sampled, v_sampled_important
    from (
      select m.importance,
        1.857 * (m.sketch operator(extensions.<~>) v_signs) + (m.sketch operator(extensions.<~>) v_sizes) as distance
      from public.devai_memories m
      -- the bound appears twice: the planner uses the partial index only for a literal one
      where m.scope = any(p_scopes) and m.is_valid and m.id < '10000000-0000-0000-0000-000000000000' and m.id < v_sample_end
      order by distance
    ) s;
    -- null if the sample is smaller: then all pass
    v_limit := least(v_limit, v_sampled[p_most / v_share]);
    v_important_limit := least(v_important_limit, v_sampled_important[greatest(p_important / v_share, 16)]);
  end if;
  v_highest_limit := greatest(v_limit, v_important_limit);

  select array_agg(n.id) filter (where n.distance <= v_limit), array_agg(n.distance) filter (where n.distance <= v_limit),
    array_agg(n.id) filter (where n.importance >= 8 and n.distance <= v_important_limit),
    array_agg(n.distance) filter (where n.importance >= 8 and n.distance <= v_important_limit)
  into v_ids, v_distances, v_important, v_important_distances
  from (
    select m.id, m.importance,
      1.857 * (m.sketch operator(extensions.<~>) v_signs) + (m.sketch operator(extensions.<~>) v_sizes) as distance
    from public.devai_memories m
    where m.scope = any(p_scopes) and m.is_valid
      and 1.857 * (m.sketch operator(extensions.<~>) v_signs) + (m.sketch operator(extensions.<~>) v_sizes)
        <= case when m.importance >= 8 then v_highest_limit else v_limit end
    order by distance, m.id
  ) n;

  select count(*), (array_agg(f.similarity order by f.similarity desc) filter (where f.similarity is not null))[p_wanted],
    greatest(0, avg(f.similarity - (2.1445 - 0.002933 * f.distance)))
  into v_fresh, v_similarity, v_too_low
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
  return coalesce(v_ids[1:greatest(v_first, least(p_most, (
    select count(*) from unnest(v_distances) as d(distance)
    where d.distance <= (2.1445 + v_too_low - greatest(v_similarity - v_margin, p_threshold - v_threshold_margin)) / 0.002933
  )::integer))], '{}') || coalesce(v_important[1:least(p_important, (
    -- by the estimates alone: drops memories that are farther than the last wanted one by more than the margin of error
    select count(*) from unnest(v_important_distances) as d(distance)
    where d.distance <= coalesce(v_important_distances[p_wanted] + v_margin / 0.002933, 'infinity')
  )::integer)], '{}');
end $$;
