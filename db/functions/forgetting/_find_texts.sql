-- Where texts may stand (p_patterns: devai__text_patterns) in the whole store but its messages; with p_since only in rows that a transaction wrote
-- which began with it or later. Reads whole tables, and holds nothing.
create or replace function public.devai__find_texts(
  p_patterns text[], p_since xid, out memory_ids uuid[], out event_ids bigint[], out session_ids uuid[], out job_ids uuid[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_age integer := coalesce(age(p_since), 2147483647);
begin
  -- `case` keeps the order: a row's age is cheap, its texts are not
  memory_ids := array(
    select m.id from public.devai_memories m
    where case when age(m.xmin) <= v_age then concat('"', m.title, '"', array_to_string(m.tags, '"'), '"', m.evidence, m.metadata,
      '"', m.invalidated_reason, '"') like any (p_patterns) end);
  event_ids := array(
    select e.id from public.devai_memory_events e
    where case when age(e.xmin) <= v_age then concat('"', e.reason, '"',
      e.before -> 'content', e.before -> 'title', e.before -> 'tags', e.before -> 'metadata', e.before -> 'evidence',
      e.before -> 'invalidated_reason',
      e.after -> 'content', e.after -> 'title', e.after -> 'tags', e.after -> 'metadata', e.after -> 'evidence',
      e.after -> 'invalidated_reason') like any (p_patterns) end);
  session_ids := array(
    select s.id from public.devai_sessions s
    where case when age(s.xmin) <= v_age
      then concat('"', s.name, '"', s.summary, '"', s.state, s.metadata) like any (p_patterns) end);
  job_ids := array(
    select j.id from public.devai_jobs j
    where case when age(j.xmin) <= v_age then concat('"', j.error, '"', j.payload, j.result) like any (p_patterns) end);
end $$;
