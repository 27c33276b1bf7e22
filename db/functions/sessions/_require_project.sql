-- Raises conflict when a session belongs to another project. A project never changes, so no lock is needed.
create or replace function public.devai__require_project(p_session public.devai_sessions, p_project text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_session.project is distinct from p_project then
    raise exception using errcode = '22DV6', message = format('session %s belongs to %s, not to %s', p_session.id,
      coalesce('the project ' || p_session.project, 'no project'), coalesce('the project ' || p_project, 'no project'));
  end if;
end $$;
