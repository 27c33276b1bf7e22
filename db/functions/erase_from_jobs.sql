-- internal
-- Takes texts out of the jobs: candidates that hold one go, anything else is blanked. A worker that has such a job in its hands
-- loses it, as after a crash: it is done again, from what is left.
create or replace function public.devai_erase_from_jobs(p_texts text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_jobs j
  set status = 'waiting', leased_by = null, leased_until = null, attempts = greatest(j.attempts - 1, 0),
    run_at = public.devai_now()
  where j.status = 'running' and public.devai_holds_text(j.payload, p_texts)
    and not exists (select from public.devai_jobs other
      where other.kind = j.kind and other.key = j.key and other.status = 'waiting');
  -- one is waiting already that does the same
  update public.devai_jobs j
  set status = 'dead', leased_by = null, leased_until = null, error = 'its memory was forgotten',
    finished_at = public.devai_now()
  where j.status = 'running' and public.devai_holds_text(j.payload, p_texts);

  update public.devai_jobs j
  set payload = public.devai_erase_texts_in(
      case when jsonb_typeof(j.payload -> 'candidates') = 'array' then jsonb_set(j.payload, '{candidates}', (
        select coalesce(jsonb_agg(c.candidate order by c.position), '[]')
        from jsonb_array_elements(j.payload -> 'candidates') with ordinality as c(candidate, position)
        where not public.devai_holds_text(c.candidate -> 'content', p_texts)))
      else j.payload end, p_texts),
    result = public.devai_erase_texts_in(j.result, p_texts),
    error = public.devai_erase_text(j.error, p_texts)
  where public.devai_holds_text(j.payload, p_texts) or public.devai_holds_text(j.result, p_texts)
    or public.devai_erase_text(j.error, p_texts) <> j.error;
end $$;
