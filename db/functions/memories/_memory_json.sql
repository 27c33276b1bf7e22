-- A memory as TypeScript reads it and events store it (see devai__memory_json_text), as jsonb.
create or replace function public.devai__memory_json(p_memory public.devai_memories, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return public.devai__memory_json_text(p_memory, p_now)::jsonb;
end $$;
