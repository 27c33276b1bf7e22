-- What devai_documents.project has for the user's documents of no project.
create or replace function public.devai__own_project() returns text
language plpgsql stable set search_path = '' as $$
begin
  return substr(public.devai__own_scope('document/'), length('document/') + 1);
end $$;
