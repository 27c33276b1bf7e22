-- A topic at a moment, with its strength: stored strength × p_base ^ days since the last touch (with fractions). Below 0.05 it counts as
-- inactive, even if the daily run has not ended it yet.
create or replace function public.devai__topic_json(p_topic public.devai_recent_topics, p_now timestamptz, p_base double precision) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_days double precision := greatest(0, extract(epoch from p_now - p_topic.last_touched_at)) / 86400;
  v_strength double precision := p_topic.strength * power(p_base, v_days);
begin
  return jsonb_build_object(
    'id', p_topic.id, 'project', p_topic.project, 'topic', p_topic.topic, 'parentTopic', p_topic.parent_topic,
    'filePaths', p_topic.file_paths, 'directories', p_topic.directories, 'strength', v_strength,
    'touchCount', p_topic.touch_count, 'sessionCount', p_topic.session_count, 'firstSeenAt', p_topic.first_seen_at,
    'lastTouchedAt', p_topic.last_touched_at, 'isActive', p_topic.is_active and v_strength >= 0.05);
end $$;
