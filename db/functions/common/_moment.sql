-- Parses a text of metadata as a moment; null unless it is an ISO 8601 date ("infinity" and "now" are not).
create or replace function public.devai__moment(p_text text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case when p_text ~ '^\d{4}-\d{2}-\d{2}' then p_text::timestamptz end;
exception
  when data_exception then
    return null;
end $$;
