-- What a message's marks contain when it was marked as forgotten with a memory, and with `p_what` more.
create or replace function public.devai__forgotten_mark(p_memory_id uuid, p_what jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_array(p_what || jsonb_build_object('kind', 'forgotten', 'memoryId', p_memory_id));
end $$;
