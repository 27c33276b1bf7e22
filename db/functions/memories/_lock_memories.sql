-- Locks memories in the order of their ids. Every function locks in this order, so that two transactions never deadlock.
create or replace function public.devai__lock_memories(p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.devai_memories m where m.id = any(p_ids) order by m.id for update;
end $$;
