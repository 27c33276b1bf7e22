-- Inserts a topic, or touches the active topic of that name: one more touch, strength 1, merged paths, and one more session if this
-- session has not touched it before. Returns the active topics of the project (see devai_list_topics). Of concurrent calls one inserts
-- and the others touch.
create or replace function public.devai_touch_topic(
  p_user text, p_project text, p_topic text, p_parent_topic text, p_file_paths text[], p_directories text[],
  p_session_id uuid, p_maximum_paths integer, p_limit integer, p_base double precision
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_topic public.devai_recent_topics;
begin
  if char_length(p_topic) not between 1 and 120 then
    raise exception using errcode = '22DV1',
      message = format('topic: needs 1 to 120 characters, has %s', char_length(p_topic));
  end if;
  perform public.devai__refuse_anothers_session(p_session_id);
  insert into public.devai_recent_topics as t (id, user_id, project, topic, parent_topic, file_paths, directories,
    first_seen_at, last_touched_at, created_at, updated_at)
  values (gen_random_uuid(), p_user, p_project, p_topic, p_parent_topic,
    public.devai__merge_paths(p_file_paths, '{}', p_maximum_paths),
    public.devai__merge_paths(p_directories, '{}', p_maximum_paths),
    v_now, v_now, v_now, v_now)
  on conflict (user_id, project, topic) where is_active do update
    set touch_count = t.touch_count + 1,
      strength = 1,
      parent_topic = coalesce(excluded.parent_topic, t.parent_topic),
      file_paths = public.devai__merge_paths(excluded.file_paths, t.file_paths, p_maximum_paths),
      directories = public.devai__merge_paths(excluded.directories, t.directories, p_maximum_paths),
      last_touched_at = v_now,
      updated_at = v_now
  returning * into v_topic;

  insert into public.devai_topic_sessions (topic_id, session_id)
  select v_topic.id, p_session_id where p_session_id is not null
  on conflict do nothing;
  if found then
    update public.devai_recent_topics
    set session_count = session_count + 1
    where id = v_topic.id;
  end if;
  return public.devai_list_topics(p_user, p_project, false, p_limit, p_base);
end $$;
