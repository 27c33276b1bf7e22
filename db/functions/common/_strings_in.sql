-- All texts in a JSON value, at any depth.
create or replace function public.devai__strings_in(p_value jsonb) returns setof text
language plpgsql immutable set search_path = '' as $$
begin
  return query select v.item #>> '{}' from jsonb_path_query(p_value, 'strict $.** ? (@.type() == "string")') as v(item);
end $$;
