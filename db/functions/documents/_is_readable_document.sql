-- Whether the user may read a document: all but those of no project that are another user's.
create or replace function public.devai__is_readable_document(p_project text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (p_project <> '' and not p_project ^@ '@') or public.devai__user() is null or p_project = public.devai__own_project();
end $$;
