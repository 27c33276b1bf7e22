-- The session, turn and tool call that delegated work to the agent of a session; null if a user began the session.
alter table public.devai_sessions add column parent_session uuid, add column parent_turn uuid, add column parent_call text,
  add constraint devai_sessions_parent_check check ((parent_session is null) = (parent_turn is null) and (parent_session is null) = (parent_call is null));
update public.devai_sessions
set parent_session = (metadata ->> 'parentSession')::uuid, parent_turn = (metadata ->> 'parentTurn')::uuid,
  parent_call = metadata ->> 'parentCall', metadata = metadata - '{parentSession,parentTurn,parentCall}'::text[]
where metadata ?& '{parentSession,parentTurn,parentCall}';
create index devai_sessions_parent on public.devai_sessions (parent_session) where parent_session is not null;
