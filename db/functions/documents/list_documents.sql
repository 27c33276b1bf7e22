-- The documents of some projects ('': the user's own without a project; null: all), ordered by path, after one of them, as an array. p_path selects one
-- path.
create or replace function public.devai_list_documents(p_user text, p_projects text[], p_path text, p_after uuid, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_projects constant text[] := (
    select array_agg(substr(public.devai__own_scope('document/' || p.project), length('document/') + 1)) from unnest(p_projects) as p(project));
begin
  return (
    select coalesce(jsonb_agg(public.devai__document_json(page) order by page.path, page.project), '[]')
    from (
      select d.* from public.devai_documents d
      where (d.project = any(v_projects) or (p_projects is null and public.devai__is_readable_document(d.project))) and (p_path is null or d.path = p_path)
        and (p_after is null or (d.path, d.project) > (
          select a.path, a.project from public.devai_documents a where a.id = p_after and public.devai__is_readable_document(a.project)))
      order by d.path, d.project
      limit p_limit
    ) page
  );
end $$;
