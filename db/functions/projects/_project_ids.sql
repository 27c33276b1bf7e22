-- Every project that a memory, session, document, topic or shared entry names, or that a person described. Finds the scopes of memories by
-- one index lookup each, so the number of memories does not matter.
create or replace function public.devai__project_ids() returns setof text
language plpgsql stable set search_path = '' as $$
begin
  return query
    with recursive scopes as (
      (select m.scope from public.devai_memories m order by m.scope limit 1)
      union all
      select (select m.scope from public.devai_memories m where m.scope > s.scope order by m.scope limit 1)
      from scopes s where s.scope is not null
    )
    select split_part(s.scope, '/', 3) from scopes s where s.scope ^@ 'devai/project/'
    union select s.project from public.devai_sessions s where s.project is not null and public.devai__is_own(s.user_id)
    union select d.project from public.devai_documents d where d.project <> '' and not d.project ^@ '@'
    union select t.project from public.devai_recent_topics t where t.project is not null and public.devai__is_own(t.user_id)
    union select split_part(public.devai__shown_scope(h.scope), '/', 3) from public.devai_shared h
      where h.scope ^@ 'devai/project/' and public.devai__is_own(public.devai__owner_of(h.scope))
    union select p.id from public.devai_projects p;
end $$;
