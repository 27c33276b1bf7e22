-- The mark of a message that was forgotten with a memory, as a pattern for `@>`; p_what adds fields to it.
create or replace function public.devai__forgotten_mark(p_memory_id uuid, p_what jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_array(p_what || jsonb_build_object('kind', 'forgotten', 'memoryId', p_memory_id));
end $$;
