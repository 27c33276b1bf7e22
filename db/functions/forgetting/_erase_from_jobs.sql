-- Takes texts out of jobs: candidates that say one go, anything else is blanked. A worker that has such a job in its hands
-- loses it, as after a crash: it is done again, from what is left.
create or replace function public.devai__erase_from_jobs(p_ids uuid[], p_texts text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_jobs j
  set status = 'waiting', leased_by = null, leased_until = null, attempts = greatest(j.attempts - 1, 0),
    run_at = public.devai__now()
  where j.id = any(p_ids) and j.status = 'running' and public.devai__erase_from_payload(j.payload, p_texts) <> j.payload
    and not exists (select from public.devai_jobs other
      where other.kind = j.kind and other.key = j.key and other.status = 'waiting');
  -- one is waiting already that does the same
  update public.devai_jobs j
  set status = 'dead', leased_by = null, leased_until = null, error = 'its memory was forgotten',
    finished_at = public.devai__now()
  where j.id = any(p_ids) and j.status = 'running' and public.devai__erase_from_payload(j.payload, p_texts) <> j.payload;

  update public.devai_jobs j
  set payload = public.devai__erase_from_payload(j.payload, p_texts),
    result = public.devai__erase_texts_in(j.result, p_texts, false),
    error = public.devai__erase_text(j.error, p_texts)
  where j.id = any(p_ids);
end $$;
