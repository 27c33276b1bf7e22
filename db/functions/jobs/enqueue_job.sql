-- Returns the waiting job of a kind and key, created if there is none, due after a delay (devai__enqueue_job). Raises
-- invalid_input for an unknown kind.
create or replace function public.devai_enqueue_job(p_user text, p_kind text, p_key text, p_payload jsonb, p_delay_seconds double precision)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_session_id uuid := case when p_kind = 'extract' and p_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_key::uuid end;
begin
  if exists (select from public.devai_sessions s where s.id = v_session_id and s.user_id <> v_user) then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_key);
  end if;
  if p_kind is null or p_kind not in ('extract', 'deduplicate', 'embed', 'consolidate') then
    raise exception using errcode = '22DV1', message = format('there is no job kind %s', p_kind);
  end if;
  return public.devai__job_json(
    public.devai__enqueue_job(p_kind, p_key, p_payload, public.devai__now() + make_interval(secs => p_delay_seconds)));
end $$;
