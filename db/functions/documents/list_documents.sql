-- The documents of some projects ('': without a project; null: all), ordered by path, after one of them, as an array. p_path selects one
-- path.
create or replace function public.devai_list_documents(p_projects text[], p_path text, p_after uuid, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(public.devai__document_json(page) order by page.path, page.project), '[]')
    from (
      select d.* from public.devai_documents d
      where (p_projects is null or d.project = any(p_projects)) and (p_path is null or d.path = p_path)
        and (p_after is null or (d.path, d.project) > (
          select a.path, a.project from public.devai_documents a where a.id = p_after))
      order by d.path, d.project
      limit p_limit
    ) page
  );
end $$;
