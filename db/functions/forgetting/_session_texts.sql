-- What may hold a text that somebody wrote, of a row of devai_sessions.
create or replace function public.devai__session_texts(p_session public.devai_sessions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('name', p_session.name, 'summary', p_session.summary, 'state', p_session.state, 'metadata', p_session.metadata);
end $$;
