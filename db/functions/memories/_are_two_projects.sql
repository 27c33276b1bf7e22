-- Whether two scopes belong to different projects or different users. Relations may not cross that border.
create or replace function public.devai__are_two_projects(p_one text, p_other text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_one <> p_other and ((p_one ^@ 'devai/project/' and p_other ^@ 'devai/project/') or coalesce(public.devai__user_of(p_one) <> public.devai__user_of(p_other), false));
end $$;
