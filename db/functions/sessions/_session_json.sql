-- A session as TypeScript reads it. firstWords is the beginning of the user's first message that is still there, of a session without a
-- name.
create or replace function public.devai__session_json(p_session public.devai_sessions) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_session.id, 'name', p_session.name, 'project', p_session.project, 'agent', p_session.agent, 'gist', p_session.gist, 'state', p_session.state,
    'summary', p_session.summary, 'summaryHash', p_session.summary_hash, 'summaryThrough', p_session.summary_through,
    'extractedThrough', p_session.extracted_through, 'messageCount', p_session.message_count, 'tokenCount', p_session.token_count,
    'metadata', p_session.metadata, 'parent', case when p_session.parent_session is not null then jsonb_build_object(
      'session', p_session.parent_session, 'turn', p_session.parent_turn, 'call', p_session.parent_call) end, 'handedOverFrom', p_session.handed_over_from,
    'createdAt', p_session.created_at, 'lastActiveAt', p_session.last_active_at,
    'endedAt', p_session.ended_at,
    'firstWords', case when p_session.name is null then (
      select left(m.content, 300) from public.devai_messages m
      where m.session_id = p_session.id and m.role = 'user' and m.type <> 'notice' and m.content <> ''
        and not m.marks @> '[{ "kind": "forgotten" }]'
      order by m.number limit 1) end);
end $$;
