-- The user of this transaction (devai__as_user). Null: it acts for the store, as workers and operators do.
create or replace function public.devai__user() returns text
language plpgsql stable set search_path = '' as $$
begin
  return nullif(current_setting('devai.user', true), '');
end $$;
