-- Leases the next due job to a worker: a waiting one, or a running one whose lease expired because its worker was killed. First turns
-- due sessions into jobs. Returns the job, or null.
--
-- A try counts when the job is claimed, so that a job that kills its process ends as dead after p_maximum_attempts. While a job
-- of a kind and key is running, leased or not, no other job of that kind and key is claimed. Workers skip jobs that another worker is
-- claiming; the unique index on running jobs is the final guard.
--
-- The users with due jobs take turns, in the order of their names: the next is the first one after the user of the last claim, so that a
-- backlog of one delays the job of another by one job. Of a user's jobs, the one that has been due for longest is first. Claims are made
-- one after the other, so that two at once are for two users.
--
-- p_job_id: claims only this job, even before it is due. Null: any.
--
-- Only a worker with the store's embedder (p_embedder, null: none) gets `embed` jobs.
--
-- Once today's ledger (devai_count_tokens_today) has reached p_daily_token_limit, jobs of p_billed_kinds are skipped until the
-- next day or a higher limit. So they are while what runs may reach it (devai__tokens_under_way): the limit is exceeded by the cost of
-- one job at most, unless jobs cost more than those before them. Once a user has reached p_user_token_limit, theirs are skipped: not those
-- for a project or the store. With that limit, one billed job of a user runs at a time. Null: no limit; without both the ledger is not
-- read.
--
-- Users of whom the worker runs two jobs are passed over, so that jobs which take long leave room for others.
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
  v_full text[] := '{}';
  v_embedder text := (select s.value ->> 'id' from public.devai_settings s where s.key = 'embedder');
  v_number bigint; -- of the last claim
  v_after text; -- the user whose turn it was
  v_job public.devai_jobs;
begin
  perform public.devai_enqueue_due_extractions(); -- takes the lock
  select j.claim_number, j.user_id into v_number, v_after
  from public.devai_jobs j where j.claim_number is not null order by j.claim_number desc limit 1;
  v_after := case when p_job_id is null then coalesce(v_after, '') else '' end;
  if p_daily_token_limit is not null or p_user_token_limit is not null then
    v_today := public.devai_count_tokens_today(p_user_token_limit);
    v_above := array(select jsonb_array_elements_text(v_today -> 'above'));
    if (v_today ->> 'used')::double precision >= p_daily_token_limit
      or (v_today ->> 'used')::double precision + public.devai__tokens_under_way(p_billed_kinds) >= p_daily_token_limit
    then
      v_held := coalesce(p_billed_kinds, '{}');
    end if;
  end if;
  if p_user_token_limit is not null then
    v_above := v_above || array(
      select j.user_id from public.devai_jobs j
      where j.status = 'running' and j.leased_until > v_now and j.kind in ('extract', 'deduplicate') and j.kind = any(p_billed_kinds));
  end if;
  if p_job_id is null then
    v_full := array(
      select j.user_id from public.devai_jobs j
      where j.status = 'running' and j.leased_until > v_now and j.leased_by = p_worker
      group by j.user_id having count(*) >= 2);
  end if;
  if p_embedder is null or p_embedder <> v_embedder then
    v_held := v_held || 'embed'::text;
  end if;
  loop
    v_job := public.devai__next_job(v_after, v_due, v_held, v_full, v_above, coalesce(p_billed_kinds, '{}'), p_job_id);
    if v_job.id is null and v_after <> '' then
      v_after := ''; -- the next round begins
      continue;
    elsif v_job.id is null then
      return null;
    end if;

    if v_job.attempts < p_maximum_attempts then
      update public.devai_jobs
      set status = 'running', attempts = attempts + 1, claim_number = coalesce(v_number, 0) + 1,
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
