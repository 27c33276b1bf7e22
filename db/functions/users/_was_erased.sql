-- Whether something of a user (null: `me`) from p_at is older than the erasure of the user.
create or replace function public.devai__was_erased(p_user text, p_at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.devai_users u where u.id = public.devai__erased_user(coalesce(p_user, 'me')) and u.erased_at >= p_at);
end $$;
