-- The texts of sessions that may tell of what is to be forgotten: { messages, sessions, shared, topics }. Returns their messages that contain one
-- of p_words, or, with p_memory_id, are evidence of this memory, are marked for it, or belong to a turn that had it in its prompt; their
-- names, summaries, gists and states; the entries that they shared; and the topics of their projects.
create or replace function public.devai__mentions_in(p_sessions uuid[], p_words text[], p_memory_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_marked jsonb := jsonb_build_array(jsonb_build_object('memoryId', p_memory_id));
begin
  return jsonb_build_object(
    'messages', (
      select coalesce(jsonb_agg(public.devai__message_json(m) order by m.session_id, m.number), '[]')
      from public.devai_messages m
      where m.session_id = any(p_sessions)
        and (m.marks @> v_marked or (m.metadata ? 'recalled' and m.metadata -> 'recalled' ? p_memory_id::text) or m.words @@ public.devai__words_query(array(select public.devai__stem(w.word) from unnest(p_words) as w(word)), '|')
          or (m.session_id, m.number) in (select s.session_id, s.number from public.devai__evidence_messages(p_memory_id) as s))),
    'sessions', (
      select coalesce(jsonb_agg(
        jsonb_build_object('sessionId', s.id, 'name', s.name, 'summary', s.summary, 'gist', s.gist, 'state', (
          select coalesce(jsonb_object_agg(v.key, to_jsonb(array(select public.devai__strings_in(v.value)))), '{}') from jsonb_each(s.state) as v))
        order by s.id), '[]')
      from public.devai_sessions s
      where s.id = any(p_sessions) and (coalesce(s.name, s.summary, s.gist) is not null or s.state <> '{}')),
    'shared', (
      select coalesce(jsonb_agg(jsonb_build_object('position', s.position, 'texts', to_jsonb(array(select public.devai__strings_in(s.value))))
        order by s.position), '[]')
      from public.devai_shared s where s.session_id = any(p_sessions)),
    'topics', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'topic', t.topic) order by t.id), '[]')
      from public.devai_recent_topics t
      where exists (select from public.devai_sessions s where s.id = any(p_sessions) and s.project is not distinct from t.project and s.user_id = t.user_id)));
end $$;
