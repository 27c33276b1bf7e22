-- Lets one transaction at a time write memories in these scopes, until it ends. Locks the scopes in order, so that two transactions never
-- deadlock. The order of locks is: job, sessions, scopes, memories.
create or replace function public.devai__lock_scopes(p_scopes text[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_scope text;
begin
  for v_scope in select distinct s.name from unnest(p_scopes) as s(name) where s.name is not null order by s.name loop
    perform pg_advisory_xact_lock(hashtextextended('devai memories ' || v_scope, 0));
  end loop;
end $$;
