-- Publishes { value } under a key of a scope, and returns the entry. Earlier entries of the key stay for subscribers that have not read them
-- yet. Notifies the channel devai_shared. The entry expires after p_ttl_seconds (null: never).
create or replace function public.devai_publish(
  p_user text, p_scope text, p_key text, p_value jsonb, p_agent text, p_session_id uuid, p_ttl_seconds double precision
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_entry public.devai_shared;
begin
  perform public.devai__refuse_anothers_session(p_session_id);
  insert into public.devai_shared (position, scope, key, value, agent, session_id, expires_at, created_at)
  values (public.devai__next_position(), public.devai__own_shared(p_scope), p_key, p_value -> 'value', p_agent, p_session_id,
    v_now + make_interval(secs => p_ttl_seconds), v_now)
  returning * into v_entry;
  perform pg_notify('devai_shared', '');
  return public.devai__shared_json(v_entry);
end $$;
