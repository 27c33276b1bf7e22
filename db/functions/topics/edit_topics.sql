-- Applies the user's edits of the focus file in one transaction: topics to deactivate (ids), to insert ({ topic, parentTopic,
-- filePaths, directories }) and paths to set ({ id, filePaths, directories }). Ignores ids of other projects. A topic to insert that is
-- already active gets strength 1 and the given paths. Repeating the call changes only times. Returns the active topics of the project,
-- as devai_list_topics does.
create or replace function public.devai_edit_topics(
  p_user text, p_project text, p_deactivate uuid[], p_insert jsonb, p_replace_paths jsonb, p_base double precision
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
begin
  update public.devai_recent_topics t
  set is_active = false, updated_at = v_now
  where t.id = any (p_deactivate) and t.user_id = v_user and t.project is not distinct from p_project and t.is_active;

  insert into public.devai_recent_topics as t (id, user_id, project, topic, parent_topic, file_paths, directories, touch_count,
    first_seen_at, last_touched_at, created_at, updated_at)
  select distinct on (i.topic) gen_random_uuid(), p_user, p_project, i.topic, i."parentTopic",
    coalesce(i."filePaths", '{}'), coalesce(i.directories, '{}'), 0, v_now, v_now, v_now, v_now
  from jsonb_to_recordset(p_insert) as i(topic text, "parentTopic" text, "filePaths" text[], directories text[])
  on conflict (user_id, project, topic) where is_active do update
    set strength = 1, file_paths = excluded.file_paths, directories = excluded.directories,
      parent_topic = coalesce(excluded.parent_topic, t.parent_topic), last_touched_at = v_now, updated_at = v_now;

  update public.devai_recent_topics t
  set file_paths = coalesce(r."filePaths", '{}'), directories = coalesce(r.directories, '{}'), updated_at = v_now
  from jsonb_to_recordset(p_replace_paths) as r(id uuid, "filePaths" text[], directories text[])
  where t.id = r.id and t.user_id = v_user and t.project is not distinct from p_project and t.is_active;

  return public.devai_list_topics(p_user, p_project, false, null, p_base);
end $$;
