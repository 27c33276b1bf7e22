-- Raises invalid_input: a field of a statement is not what it must be.
create or replace function public.devai__raise_invalid_field(p_field text, p_problem text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = '22DV1', message = format('%s: %s', p_field, p_problem);
end $$;
