-- Erases the user's topics of recent work that name what is forgotten. Their files and folders stay where they are.
create or replace function public.devai__erase_topics(p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.devai_recent_topics t where t.id = any(p_ids) and public.devai__is_own(t.user_id);
end $$;
