-- The next position for a shared entry. Its row stays locked until the transaction ends, so that entries become visible in the
-- order of their positions, without gaps.
create or replace function public.devai__next_position() returns bigint
language plpgsql set search_path = '' as $$
declare
  v_position bigint;
begin
  insert into public.devai_settings as s (key, value, updated_at) values ('shared_position', '1', public.devai__now())
  on conflict (key) do update set value = to_jsonb((s.value #>> '{}')::bigint + 1), updated_at = excluded.updated_at
  returning (value #>> '{}')::bigint into v_position;
  return v_position;
end $$;
