-- Makes p_user the user for whom the rest of the transaction reads and writes, and returns it. Every function that takes p_user begins with
-- this. Raises invalid_input without a user.
create or replace function public.devai__as_user(p_user text) returns text
language plpgsql set search_path = '' as $$
begin
  if p_user is null or p_user !~ '^[^/@[:space:][:cntrl:]]{1,100}$' then
    raise exception using errcode = '22DV1', message = 'user: is missing, or is not the form in which the store keeps a user';
  end if;
  perform set_config('devai.user', p_user, true);
  return p_user;
end $$;
