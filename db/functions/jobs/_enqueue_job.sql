-- Returns the one waiting job of a kind and key: creates it, or moves an existing one up if this call is due earlier. A job in
-- its back-off keeps its time; otherwise every further message would use up a try. Concurrent callers get the same job. If the job is
-- claimed meanwhile, a new one is created.
create or replace function public.devai__enqueue_job(p_kind text, p_key text, p_payload jsonb, p_run_at timestamptz)
returns public.devai_jobs
language plpgsql set search_path = '' as $$
declare
  v_session_id uuid := case when p_kind = 'extract' and p_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_key::uuid end;
  v_job public.devai_jobs;
begin
  insert into public.devai_jobs as j (id, user_id, kind, key, payload, status, run_at, created_at)
  values (gen_random_uuid(), coalesce((
      select s.user_id from public.devai_sessions s where s.id = v_session_id), public.devai__user(), 'me'), p_kind, p_key, coalesce(p_payload, '{}'), 'waiting', p_run_at, public.devai__now())
  on conflict (kind, key) where status = 'waiting' do update
    set run_at = case when j.attempts = 0 then least(j.run_at, excluded.run_at) else j.run_at end
  returning * into v_job;
  return v_job;
end $$;
