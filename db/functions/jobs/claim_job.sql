-- Leases the next due job to a worker: a waiting one, or a running one whose lease expired because its worker was killed. First turns
-- due sessions into jobs. Returns the job, or null.
--
-- A try counts when the job is claimed, so that a job that kills its process ends as dead after p_maximum_attempts. While a job
-- of a kind and key is running, leased or not, no other job of that kind and key is claimed. Workers skip jobs that another worker is
-- claiming; the unique index on running jobs is the final guard.
--
-- p_job_id: claims only this job, even before it is due. Null: any.
--
-- Only a worker with the store's embedder (p_embedder, null: none) gets `embed` jobs.
--
-- Once today's ledger (devai_count_tokens_today) has reached p_daily_token_limit, jobs of p_billed_kinds are skipped until the
-- next day or a higher limit. Once a user has reached p_user_token_limit, theirs are: not those for a project or the store. Null: no
-- limit; without both the ledger is not read.
create or replace function public.devai_claim_job(
  p_worker text, p_lease_seconds double precision, p_maximum_attempts integer,
  p_daily_token_limit double precision, p_user_token_limit double precision, p_billed_kinds text[], p_embedder text,
  p_job_id uuid
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_due timestamptz := case when p_job_id is null then v_now else 'infinity' end;
  v_held text[] := '{}';
  v_today jsonb;
  v_above text[] := '{}';
  v_embedder text := (select s.value ->> 'id' from public.devai_settings s where s.key = 'embedder');
  v_job public.devai_jobs;
begin
  perform public.devai_enqueue_due_extractions();
  if p_daily_token_limit is not null or p_user_token_limit is not null then
    v_today := public.devai_count_tokens_today(p_user_token_limit);
    v_above := array(select jsonb_array_elements_text(v_today -> 'above'));
    if (v_today ->> 'used')::double precision >= p_daily_token_limit then
      v_held := coalesce(p_billed_kinds, '{}');
    end if;
  end if;
  if p_embedder is null or p_embedder <> v_embedder then
    v_held := v_held || 'embed'::text;
  end if;
  loop
    select * into v_job
    from public.devai_jobs j
    where j.run_at <= v_due and (p_job_id is null or j.id = p_job_id) and j.kind <> all(v_held)
      and not (j.user_id = any(v_above) and j.kind in ('extract', 'deduplicate') and j.kind = any(coalesce(p_billed_kinds, '{}')))
      and (
        (j.status = 'running' and j.leased_until <= v_now)
        or (j.status = 'waiting' and not exists (
          select from public.devai_jobs other
          where other.kind = j.kind and other.key = j.key and other.status = 'running'))
      )
    order by j.run_at, j.created_at
    limit 1
    for update skip locked;
    if not found then
      return null;
    end if;

    if v_job.attempts < p_maximum_attempts then
      update public.devai_jobs
      set status = 'running', attempts = attempts + 1,
        leased_by = p_worker, leased_until = v_now + make_interval(secs => p_lease_seconds)
      where id = v_job.id
      returning * into v_job;
      return public.devai__job_json(v_job);
    end if;

    update public.devai_jobs
    set status = 'dead', leased_until = null, finished_at = v_now,
      error = coalesce(error || '; then ', '') || format('its worker ended without a word in try %s', attempts)
    where id = v_job.id;
  end loop;
end $$;
