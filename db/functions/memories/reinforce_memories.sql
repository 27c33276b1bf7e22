-- Records that these memories were put into a prompt. Returns how many of them exist. One statement that changes no indexed column, so
-- the update stays in its page (HOT). Locks rows in the order of their ids, so two calls never deadlock. Commits without waiting for the
-- disk: a power failure may lose the latest counts.
create or replace function public.devai_reinforce_memories(p_user text, p_ids uuid[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_count integer;
begin
  perform set_config('synchronous_commit', 'off', true);
  with locked as materialized (
    select m.id from public.devai_memories m where m.id = any(p_ids) and m.is_valid and public.devai__is_readable(m.scope) order by m.id for update
  )
  update public.devai_memories m
  set access_count = m.access_count + 1, last_accessed_at = v_now, strength = 1
  from locked
  where m.id = locked.id;
  get diagnostics v_count = row_count;
  return to_jsonb(v_count);
end $$;
