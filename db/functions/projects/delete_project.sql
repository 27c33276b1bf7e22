-- Erases a project: its memories with their history, its sessions with their messages and contexts, documents, topics, jobs, shared entries
-- and its own row. Memories in other scopes that came from its sessions stay, without their quotes and reasons. Of each erased memory and
-- session only an event 'forgotten' without text remains, and of each shared entry a tombstone. Returns { memoryIds, sessions, documents }.
-- Idempotent. A worker that has read erased texts cannot apply its result, because its job is gone.
create or replace function public.devai_delete_project(p_id text, p_actor jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_scope text := 'devai/project/' || p_id;
  v_sessions uuid[] := array(select s.id from public.devai_sessions s where s.project = p_id);
  v_ids uuid[];
  v_id uuid;
  v_documents integer;
begin
  delete from public.devai_jobs j
  where (j.kind = 'consolidate' and j.key = p_id) or (j.key = any(v_sessions::text[]) or j.payload ->> 'sessionId' = any(v_sessions::text[]))
    or (j.payload ? 'memoryId' and exists (
      select from public.devai_memories m where m.id = (j.payload ->> 'memoryId')::uuid and m.scope = v_scope))
    or exists (
      select from jsonb_array_elements(case jsonb_typeof(j.result -> 'applied') when 'array' then j.result -> 'applied' else '[]' end) as a(applied)
      join public.devai_memories m on m.id = (a.applied ->> 'memoryId')::uuid and m.scope = v_scope);
  perform public.devai__lock_sessions(v_sessions);
  perform public.devai__lock_scopes(v_scope || array(
    select m.scope from public.devai_memories m where m.id = any(public.devai__told_by_sessions(v_sessions))));
  v_ids := array(select m.id from public.devai_memories m where m.scope = v_scope);

  delete from public.devai_memory_events e where e.memory_id = any(v_ids);
  delete from public.devai_memories m where m.id = any(v_ids);
  perform public.devai__erase_sessions(v_sessions, p_actor);
  delete from public.devai_documents d where d.project = p_id;
  get diagnostics v_documents = row_count;
  with erased as (
    delete from public.devai_shared s where s.scope = v_scope or s.scope ^@ (v_scope || '@') returning s.id
  )
  insert into public.devai_shared_tombstones (id, erased_at)
  select e.id, public.devai__now() from erased e
  on conflict do nothing;
  delete from public.devai_recent_topics t where t.project = p_id;
  delete from public.devai_projects p where p.id = p_id;
  delete from public.devai_settings s where s.key = 'consolidated:' || p_id;
  foreach v_id in array v_ids loop
    perform public.devai__record_forgotten(v_id, 'its project was deleted', p_actor, null);
  end loop;
  return jsonb_build_object('memoryIds', v_ids, 'sessions', cardinality(v_sessions), 'documents', v_documents);
end $$;
