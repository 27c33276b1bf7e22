-- The second half of the daily run:
--   - removes jobs that were done more than p_job_days ago; dead jobs stay until they are retried
--   - merges entries of the ledger older than p_ledger_days into one per day (UTC), operation, model, session and job, with the number of
--     calls, so that every sum by session, memory or operation stays the same
--   - removes contexts older than p_context_days (or a project's own `contextDays`), and texts that no context has used since
--   - removes shared entries that have expired, or are that old and were replaced by an entry that stays as long
-- Returns { removedJobs, mergedEntries, removedContexts, removedShared }.
--
-- Idempotent, also with several processes at once: sums are set, not added to. The setting ledger_merged, { until }, records how far
-- the ledger is merged, so that older entries are not read again.
create or replace function public.devai_purge_expired(
  p_job_days double precision, p_ledger_days double precision, p_context_days double precision
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_from timestamptz := coalesce((
    select (s.value ->> 'until')::timestamptz from public.devai_settings s where s.key = 'ledger_merged'), '-infinity');
  v_until timestamptz := date_trunc('day', v_now - make_interval(secs => 86400 * p_ledger_days), 'UTC');
  v_jobs integer;
  v_entries integer;
  v_oldest timestamptz := v_now - make_interval(secs => 86400 * p_context_days);
  v_contexts integer;
  v_shared integer;
begin
  delete from public.devai_jobs j
  where j.status = 'done' and j.finished_at < v_now - make_interval(secs => 86400 * p_job_days);
  get diagnostics v_jobs = row_count;

  with day as materialized (
    select array_agg(u.id order by u.at, u.id) as ids, sum(u.calls) as calls, sum(u.input_tokens) as input_tokens,
      sum(u.output_tokens) as output_tokens
    from public.devai_usage u
    where u.at >= v_from and u.at < v_until
    group by date_trunc('day', u.at, 'UTC'), u.operation, u.model, u.session_id, u.job_id, u.user_id
    having count(*) > 1
  ), kept as (
    update public.devai_usage u
    set calls = d.calls, input_tokens = d.input_tokens, output_tokens = d.output_tokens
    from day d
    where u.id = d.ids[1]
  )
  delete from public.devai_usage u
  using (select unnest(d.ids[2:]) as id from day d) merged
  where u.id = merged.id;
  get diagnostics v_entries = row_count;

  delete from public.devai_contexts c
  where c.created_at < v_oldest or c.created_at < (
    select v_now - make_interval(secs => 86400 * (p.settings ->> 'contextDays')::double precision)
    from public.devai_projects p where p.id = c.project and p.settings ? 'contextDays');
  get diagnostics v_contexts = row_count;
  -- used_at is written only once a day
  delete from public.devai_context_parts p where p.used_at < v_oldest - interval '1 day';

  delete from public.devai_shared s
  where s.expires_at <= v_now or (s.created_at < v_oldest and exists (
    select from public.devai_shared later
    where later.scope = s.scope and later.key = s.key and later.position > s.position
      -- the older one counts again when the newer one expires first
      and (later.expires_at is null or later.expires_at >= s.expires_at)));
  get diagnostics v_shared = row_count;

  if v_until > v_from then
    perform public.devai_set_setting('ledger_merged', jsonb_build_object('until', v_until));
  end if;
  return jsonb_build_object('removedJobs', v_jobs, 'mergedEntries', v_entries, 'removedContexts', v_contexts,
    'removedShared', v_shared);
end $$;
