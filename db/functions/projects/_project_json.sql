-- A project as the library reads it, with the number of its memories, documents and sessions, as they are listed.
create or replace function public.devai__project_json(p_id text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_project public.devai_projects;
begin
  select * into v_project from public.devai_projects p where p.id = p_id;
  return jsonb_build_object('id', p_id, 'name', coalesce(v_project.name, p_id),
    'workspacePath', v_project.workspace_path, 'description', v_project.description,
    'settings', coalesce(v_project.settings, '{}'), 'archivedAt', v_project.archived_at,
    'memories', (select count(*) from public.devai_memories m where m.scope = 'devai/project/' || p_id
      and m.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)),
    'documents', (select count(*) from public.devai_documents d where d.project = p_id),
    'sessions', (select count(*) from public.devai_sessions s where s.project = p_id and public.devai__is_own(s.user_id)
      and s.parent_session is null and (s.message_count > 0 or s.name is not null)),
    'lastActiveAt', (select max(s.last_active_at) from public.devai_sessions s where s.project = p_id and public.devai__is_own(s.user_id)));
end $$;
