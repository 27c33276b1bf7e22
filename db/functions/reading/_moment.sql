-- A text of metadata as a moment; null when it is none.
create or replace function public.devai__moment(p_text text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return p_text::timestamptz;
exception
  when data_exception then
    return null;
end $$;
