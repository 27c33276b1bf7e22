-- The marks of a message, each extended to the whole message.
create or replace function public.devai__widen_marks(p_marks jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(o.mark || '{ "part": null }' order by o.position), '[]')
    from jsonb_array_elements(p_marks) with ordinality as o(mark, position));
end $$;
