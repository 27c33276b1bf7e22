-- Raises invalid_input when a vector has not the 512 dimensions of the table. Null passes.
create or replace function public.devai__check_vector(p_vector extensions.vector) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if extensions.vector_dims(p_vector) <> 512 then
    raise exception using errcode = '22DV1',
      message = format('vector: needs 512 dimensions, has %s', extensions.vector_dims(p_vector));
  end if;
end $$;
