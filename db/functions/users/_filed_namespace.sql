-- Where a statement of the user of this transaction is filed: the stored form of its namespace (devai__namespace_for). What is for all users
-- is filed by `me` and by the store alone: from anyone else it would reach everybody's prompts, so it goes to the user's branch.
create or replace function public.devai__filed_namespace(p_namespace text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return public.devai__own_namespace(case
    when p_namespace || '/' ^@ 'devai/global/' and public.devai__user() <> 'me'
      then 'devai/user' || substr(p_namespace, length('devai/global') + 1) else p_namespace end);
end $$;
