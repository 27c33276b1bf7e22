-- Memories (valid or not), jobs, sessions, contexts, documents or forgotten memories (p_kind) whose id begins with a text, ordered by id,
-- at most p_limit, as an array of { id, title }. The text is the beginning of a UUID as written: lower-case hexadecimal digits and dashes.
create or replace function public.devai_find_ids(p_user text, p_kind text, p_beginning text, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_digits constant text := replace(p_beginning, '-', '');
  -- all matching ids lie between these two, so the primary key finds them
  v_first constant uuid := rpad(v_digits, 32, '0')::uuid;
  v_last constant uuid := rpad(v_digits, 32, 'f')::uuid;
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'title', found.title) order by found.id), '[]')
    from (
      select m.id, coalesce(m.title, left(m.content, 200)) as title from public.devai_memories m
      where p_kind = 'memory' and m.id between v_first and v_last and public.devai__is_readable(m.scope)
      union all
      select j.id, j.kind || ', ' || j.status from public.devai_jobs j
      where p_kind = 'job' and j.id between v_first and v_last and j.user_id = v_user
      union all
      select s.id, coalesce(s.name, s.project, 'no project') from public.devai_sessions s
      where p_kind = 'session' and s.id between v_first and v_last and s.user_id = v_user
      union all
      select c.id, 'message ' || coalesce(c.question::text, '?') || ', step ' || c.step from public.devai_contexts c
      join public.devai_sessions o on o.id = c.session_id and o.user_id = v_user
      where p_kind = 'context' and c.id between v_first and v_last
      union all
      select d.id, d.path from public.devai_documents d
      where p_kind = 'document' and d.id between v_first and v_last and public.devai__is_readable_document(d.project)
      union all
      select distinct e.memory_id, 'forgotten' from public.devai_memory_events e
      where p_kind = 'forgotten' and e.action = 'forgotten' and (e.user_id is null or e.user_id = v_user) and e.memory_id between v_first and v_last
      order by id
      limit p_limit
    ) found
    where starts_with(found.id::text, p_beginning)
  );
end $$;
