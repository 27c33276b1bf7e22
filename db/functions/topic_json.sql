-- internal
-- A topic as of a moment: strength × 0.9 ^ days since it was touched, with fractions. 0.9 a day leaves 0.48 after a week and 0.05,
-- which is the end, on day 29. A topic below 0.05 counts as inactive, whether or not the daily run has been there.
create or replace function public.devai_topic_json(p_topic public.devai_recent_topics, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_days double precision := greatest(0, extract(epoch from p_now - p_topic.last_touched_at)) / 86400;
  v_strength double precision := p_topic.strength * power(0.9, v_days);
begin
  return to_jsonb(p_topic) || jsonb_build_object(
    'strength', v_strength,
    'is_active', p_topic.is_active and v_strength >= 0.05);
end $$;
