-- What stands for a user after their erasure, so that nothing names them: a hash of the user.
create or replace function public.devai__erased_user(p_user text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return encode(sha256(convert_to(p_user, 'UTF8')), 'hex');
end $$;
