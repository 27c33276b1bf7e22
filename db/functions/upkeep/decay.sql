-- The daily run: ends memories and topics whose strength fell below p_threshold, and memories whose expiry date has passed (pinned or
-- not). Changes nothing else, so the result is the same after a second run, with several processes at once, or after a week's pause.
-- Returns { prunedMemories, expiredMemories, prunedTopics, fadingMemories, fadingTopics }; the last two count what will fade within
-- p_warn_days. Stores the time of the run in the setting last_decay, as { at }.
--
-- Reads all memories in one pass: an index on fades_at would prevent the HOT updates of reinforcement. Concurrent runs skip rows that
-- another one has locked.
create or replace function public.devai_decay(
  p_threshold double precision, p_warn_days double precision, p_topic_base double precision
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  -- fades_at is the time at which the strength falls below 0.05; another threshold is reached earlier or later
  v_limit timestamptz := v_now + make_interval(secs => 86400 * ln(p_threshold / 0.05) / ln(1 / public.devai__decay_base()));
  v_warned interval := make_interval(secs => 86400 * p_warn_days);
  v_topic_life double precision := 86400 / ln(1 / p_topic_base);
  v_ending uuid[];
  v_pruned integer;
  v_expired integer;
  v_fading_memories integer;
  v_topics integer;
  v_fading_topics integer;
begin
  select array_agg(m.id) filter (where m.fades_at <= v_limit or m.expires_at <= v_now),
    count(*) filter (where m.fades_at > v_limit and m.fades_at <= v_limit + v_warned and not coalesce(m.expires_at <= v_now, false))
  into v_ending, v_fading_memories
  from public.devai_memories m
  where m.is_valid and (m.fades_at <= v_limit + v_warned or m.expires_at <= v_now);

  with locked as (
    select m.id, public.devai__memory_json(m, v_now) - 'contentHash' as before,
      case when m.expires_at <= v_now then 'expired' else 'decayed' end as reason
    from public.devai_memories m
    where m.id = any(v_ending) and m.is_valid and (m.fades_at <= v_limit or m.expires_at <= v_now)
    order by m.id
    for update skip locked
  ), ended as (
    update public.devai_memories m
    set is_valid = false, invalidated_at = v_now, invalidated_reason = locked.reason, updated_at = v_now
    from locked
    where m.id = locked.id
    returning m.id, locked.before, locked.reason
  ), noted as (
    insert into public.devai_memory_events (memory_id, at, action, reason, actor_kind, actor_id, before, after)
    select e.id, v_now, case e.reason when 'expired' then 'invalidated' else 'pruned' end, e.reason, 'job', 'decay',
      e.before, e.before || jsonb_build_object(
        'isValid', false, 'invalidatedAt', v_now, 'invalidatedReason', e.reason, 'updatedAt', v_now)
    from ended e
  )
  select count(*) filter (where e.reason = 'decayed'), count(*) filter (where e.reason = 'expired')
  into v_pruned, v_expired
  from ended e;

  with faded as (
    select t.id from public.devai_recent_topics t
    where t.is_active
      and t.last_touched_at + make_interval(secs => v_topic_life * ln(greatest(t.strength, 1e-6) / p_threshold)) < v_now
    for update skip locked
  )
  update public.devai_recent_topics t
  set is_active = false, updated_at = v_now
  from faded
  where t.id = faded.id;
  get diagnostics v_topics = row_count;
  select count(*) into v_fading_topics
  from public.devai_recent_topics t
  where t.is_active
    and t.last_touched_at + make_interval(secs => v_topic_life * ln(greatest(t.strength, 1e-6) / p_threshold))
      between v_now and v_now + v_warned;

  perform public.devai_set_setting('last_decay', jsonb_build_object('at', v_now));
  return jsonb_build_object('prunedMemories', v_pruned, 'expiredMemories', v_expired,
    'prunedTopics', v_topics, 'fadingMemories', v_fading_memories, 'fadingTopics', v_fading_topics);
end $$;
