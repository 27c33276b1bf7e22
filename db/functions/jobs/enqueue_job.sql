-- Returns the waiting job of a kind and key, created if there is none, due after a delay (devai__enqueue_job). Raises
-- invalid_input for an unknown kind.
create or replace function public.devai_enqueue_job(p_kind text, p_key text, p_payload jsonb, p_delay_seconds double precision)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_kind is null or p_kind not in ('extract', 'deduplicate', 'embed', 'consolidate') then
    raise exception using errcode = '22DV1', message = format('there is no job kind %s', p_kind);
  end if;
  return public.devai__job_json(
    public.devai__enqueue_job(p_kind, p_key, p_payload, public.devai__now() + make_interval(secs => p_delay_seconds)));
end $$;
