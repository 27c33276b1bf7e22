-- An object without its keys whose value is null. Nested objects stay as they are.
create or replace function public.devai__without_nulls(p_object jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(o.key, o.value), '{}')
    from jsonb_each(p_object) as o
    where jsonb_typeof(o.value) <> 'null');
end $$;
