-- Locks existing sessions in the order of their ids, so that two transactions never deadlock.
create or replace function public.devai__lock_sessions(p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.devai_sessions s where s.id = any(p_ids) order by s.id for update;
end $$;
